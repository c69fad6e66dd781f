import Editing

extension Session {
  func help(_ topic: HelpTopic) throws(SessionError) {
    try showPages { () throws(SessionError) in try write(topic.text(commands.definitions)) }
  }
}
