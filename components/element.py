"""The function by which the browser's parts of components make an element with a class and text."""

ELEMENT = """
function element(tag, name, text) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
}
"""
"""To stand before a component's own script; text goes in as `textContent`, never as markup."""
