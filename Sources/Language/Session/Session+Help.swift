import Editing

extension Session {
  func help(_ topic: HelpTopic) throws(SessionError) {
    try write(CommandHelp.text(for: topic))
  }
}
