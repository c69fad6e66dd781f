import Testing

@testable import Editing
@testable import Language

@Suite("Transcripts of the command language")
struct TranscriptTests {
  @Test("each command prints just what the transcript says", arguments: Transcript.all)
  func transcript(_ transcript: Transcript) throws {
    let run = TranscriptRun(transcript)
    try run.run()
    if TranscriptRun.isRecording { try transcript.record(run.bodies) }
  }

  @Test("with an index it prints the same", arguments: Transcript.all)
  func indexed(_ transcript: Transcript) throws {
    try TranscriptRun(transcript, indexPolicy: SessionIndexTests.eager).run()
  }
}
