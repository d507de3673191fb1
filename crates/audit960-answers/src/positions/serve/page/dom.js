// Elements. Text of the archive is only ever set as text, never as markup.

export const byId = (id) => document.getElementById(id);

// The element `tag` with properties (`dataset` and `style` by their parts, `aria-…` and the like as attributes) and children.
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes('-')) element.setAttribute(name, value);
    else if (typeof value === 'object') Object.assign(element[name], value);
    else element[name] = value;
  }
  element.append(...children.filter((child) => child != null));
  return element;
}
