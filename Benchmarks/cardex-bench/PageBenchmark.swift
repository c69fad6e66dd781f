import Platform
import PropertyLists

/// A benchmark of pages of HTML in a headless Chromium, which chromedriver and Selenium drive: how
/// large they are, when they are first drawn, and how long keys take until what they find is drawn.
enum PageBenchmark {
  /// What is measured of a page, and what to reach with 100,000 entries.
  private static let columns: [(name: String, title: String, goal: String)] = [
    ("ratio", "page / XML", "≤ 1"), ("paint", "first paint, ms", "≤ 1000"),
    ("ready", "ready, ms", ""), ("p50", "a key, p50 ms", "≤ 50"), ("p99", "p99 ms", "≤ 50"),
    ("worst", "worst ms", ""), ("first", "first key at once, ms", ""),
    ("heap", "heap, MB", ""), ("memory", "renderer, MB", ""),
  ]

  static func run(entryCounts: [Int]) {
    print("## Pages in Chromium\n")
    print("| entries | \(columns.map(\.title).joined(separator: " | ")) |")
    print("|---|\(columns.map { _ in "--:|" }.joined())")
    print("| to reach | \(columns.map(\.goal).joined(separator: " | ")) |")
    for entries in entryCounts {
      for shape in [Shape.cars, .contacts, .news] { measure(shape, entries: entries) }
    }
  }

  private static func measure(_ shape: Shape, entries: Int) {
    let xml = TemporaryFile(Generator(shape: shape, entries: entries, seed: 1).write)
    // A browser recognizes a page by the extension of its name.
    let (page, results) = (xml.path + ".html", TemporaryFile { _ in })
    defer { unlink(page) }
    let convert = Command(
      name: "convert", arguments: [sibling("cardex"), "convert", "-o", page, xml.path])
    let browser = Command(
      name: "browser", arguments: ["/usr/bin/python3", "-c", script, page, results.path])
    guard convert.run() != nil else { fail("build cardex beside this program") }
    guard browser.run() != nil else {
      return print("| \(entries) \(shape.rawValue) | needs chromium, chromedriver and selenium |")
    }
    var values = ["ratio": Double(fileSize(page)) / Double(xml.size)]
    for line in text(of: results.path).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2 { values[String(words[0])] = Double(words[1]) }
    }
    for (name, unit) in [("paint", "first paint"), ("p50", "a key")] {
      if let value = values[name] {
        Results.note("page \(entries), \(shape.rawValue)", unit, seconds: value / 1000)
      }
    }
    let cells = columns.map { column in
      values[column.name].map { rounded($0, column.name == "ratio" ? 2 : 0) } ?? ""
    }
    print("| \(entries) \(shape.rawValue) | \(cells.joined(separator: " | ")) |")
  }

  private static func text(of path: String) -> String {
    guard let file = try? FileBytes(path: FilePath(path), access: .mapped) else { return "" }
    return withExtendedLifetime(file) { String(decoding: file.bytes, as: UTF8.self) }
  }

  /// Writes one measurement per line, a name and a number. Keys are typed one after another, with
  /// time for what the page does later; `first` is the time of a key that is typed as soon as the
  /// page is there.
  private static let script = """
    import os, sys, tempfile, time
    from selenium import webdriver
    page, results = sys.argv[1:]
    os.environ["HOME"] = tempfile.mkdtemp()
    options = webdriver.ChromeOptions()
    for option in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage"]:
        options.add_argument(option)
    driver = webdriver.Chrome(options=options)
    driver.set_script_timeout(600)
    command = driver.execute_cdp_cmd
    KEYS = '''
        const [texts, done] = arguments;
        const { q } = document.querySelector("form").elements;
        const drawn = () => new Promise(resolve => requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          port2.postMessage(null);
        }));
        (async () => {
          const times = [];
          for (const text of texts) {
            q.value = text;
            const start = performance.now();
            q.dispatchEvent(new Event("input"));
            await drawn();
            times.push(performance.now() - start);
            await new Promise(resolve => setTimeout(resolve, 150));
          }
          done(times);
        })();
    '''
    def typed(words):
        for word in words:
            ends = list(range(1, len(word) + 1))
            yield from (word[:end] for end in ends + ends[-2::-1] + [0])
    def renderer():
        parents, sizes = {}, {}
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                words = open(f"/proc/{name}/stat").read().rpartition(")")[2].split()
                parents[int(name)] = int(words[1])
                if "--type=renderer" in open(f"/proc/{name}/cmdline").read():
                    sizes[int(name)] = int(words[21]) * os.sysconf("SC_PAGE_SIZE")
            except OSError:
                pass
        def own(process):
            while process in parents and process != driver.service.process.pid:
                process = parents[process]
            return process == driver.service.process.pid
        return max(size for process, size in sizes.items() if own(process))
    try:
        command("Emulation.setDeviceMetricsOverride", {
            "width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": False})
        values = {}
        driver.get("file://" + page)
        values["first"] = driver.execute_async_script(KEYS, ["a"])[0]
        loads = []
        for _ in range(3):
            driver.get("file://" + page)
            time.sleep(3)
            loads.append(driver.execute_script('''
                const { domContentLoadedEventEnd } = performance.getEntriesByType("navigation")[0];
                return [performance.getEntriesByName("first-contentful-paint")[0].startTime,
                  domContentLoadedEventEnd];'''))
        values["paint"], values["ready"] = (sorted(load[i] for load in loads)[1] for i in (0, 1))
        words = ["mul", "ro", "la", "ne", "sa", "ka", "ti", "\\u9a6c", "\\u957f\\u5b89", "a", "e", "555"]
        times = sorted(driver.execute_async_script(KEYS, list(typed(words)) * 2))
        values["p50"] = times[len(times) // 2]
        values["p99"] = times[len(times) * 99 // 100]
        values["worst"] = times[-1]
        command("HeapProfiler.collectGarbage", {})
        command("Performance.enable", {})
        for metric in command("Performance.getMetrics", {})["metrics"]:
            if metric["name"] == "JSHeapUsedSize":
                values["heap"] = metric["value"] / 1e6
        values["memory"] = renderer() / 1e6
        with open(results, "w") as file:
            file.writelines(f"{name} {value}\\n" for name, value in values.items())
    finally:
        driver.quit()
    """
}
