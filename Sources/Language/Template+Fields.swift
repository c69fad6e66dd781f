package import Catalogues
import Editing
package import Platform
package import Presentation

extension Catalogue {
  /// Checks that each field in a template is a field of some entry, or that there are no entries.
  ///
  /// - Complexity: O(*n*) in the number of entries before the first that has it, for each field.
  package func checkFields(of template: Template) throws(ReportedError) {
    for name in template.placeholders where TemplateValues.isKey(name) {
      try checkField(name, followsPaths: true)
    }
  }
}
