package import Catalogues
import Editing
package import Platform
package import Presentation

extension Catalogue {
  /// Checks that each field in a template is a field of some entry, or that there are no entries.
  ///
  /// - Complexity: For each field, O(*n*) in the number of entries before the first one with it.
  package func checkFields(of template: Template) throws(ReportedError) {
    for name in template.placeholders where TemplateValues.isKey(name) {
      try checkField(name, followsPaths: true)
    }
  }
}
