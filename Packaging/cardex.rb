# A Homebrew formula. `make formula URL=ADDRESS ARCHIVE=FILE` fills in where a release is, and what it
# is, and writes .build/cardex.rb.
class Cardex < Formula
  desc "Indexed, searchable catalogues in property lists"
  homepage "@HOMEPAGE@"
  url "@URL@"
  version "@VERSION@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on "icu4c"
  depends_on "libxml2"
  depends_on "xxhash"
  uses_from_macos "swift" => :build

  def install
    system "make", "install", "PREFIX=#{prefix}", "RELEASE_FLAGS=--disable-sandbox"
  end

  test do
    (testpath/"list.plist").write <<~XML
      <plist version="1.0"><array><string>Anna</string><string>Émile</string></array></plist>
    XML
    assert_equal "Émile\n", shell_output("#{bin}/cardex search emile list.plist")
  end
end
