const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/**
 * Draws the HTML that lies over a chart into its picture: chips, insets and counts, as they are
 * seen. Lengths are CSS pixels from the start of `overlay`.
 */
export function paintOverlay(context: CanvasRenderingContext2D, overlay: HTMLElement): void {
  const origin = overlay.getBoundingClientRect();
  context.save();
  context.translate(-origin.left, -origin.top);
  for (const element of overlay.querySelectorAll<HTMLElement | SVGElement>('*')) {
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    if (box.width === 0 || style.visibility !== 'visible' || style.opacity === '0') continue;
    if (element instanceof SVGGeometryElement) paintShape(context, element, style);
    else if (element instanceof HTMLElement) paintBox(context, { element, style, box });
  }
  context.restore();
}

interface Painted {
  readonly element: HTMLElement;
  readonly style: CSSStyleDeclaration;
  readonly box: DOMRect;
}

function paintBox(context: CanvasRenderingContext2D, { element, style, box }: Painted): void {
  context.fillStyle = style.backgroundColor;
  context.fillRect(box.left, box.top, box.width, box.height);
  for (const side of SIDES) {
    const width = Number.parseFloat(style.getPropertyValue(`border-${side}-width`));
    if (width === 0) continue;
    context.fillStyle = style.getPropertyValue(`border-${side}-color`);
    const isAcross = side === 'top' || side === 'bottom';
    context.fillRect(
      side === 'right' ? box.right - width : box.left,
      side === 'bottom' ? box.bottom - width : box.top,
      isAcross ? box.width : width,
      isAcross ? width : box.height,
    );
  }
  const [text] = element.childNodes;
  if (text instanceof Text && element.childNodes.length === 1) paintText(context, { element, style, box, text });
}

function paintText(context: CanvasRenderingContext2D, { style, box, text }: Painted & { readonly text: Text }): void {
  const range = document.createRange();
  range.selectNodeContents(text);
  const written = range.getBoundingClientRect();
  context.save();
  // What the chip cuts off.
  context.beginPath();
  context.rect(box.left, box.top, box.width, box.height);
  context.clip();
  // The shorthand is empty where figures are tabular.
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.fillStyle = style.color;
  context.direction = style.direction === 'rtl' ? 'rtl' : 'ltr';
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(text.data, written.left, written.top + written.height / 2);
  context.restore();
}

function paintShape(context: CanvasRenderingContext2D, shape: SVGGeometryElement, style: CSSStyleDeclaration): void {
  const place = shape.getScreenCTM();
  const path = outlineOf(shape);
  if (place === null || path === undefined) return;
  context.save();
  context.transform(place.a, place.b, place.c, place.d, place.e, place.f);
  context.lineWidth = Number.parseFloat(style.strokeWidth);
  context.setLineDash(style.strokeDasharray.split(/[\s,]+/).flatMap((part) => Number.parseFloat(part) || []));
  if (style.fill !== 'none') {
    context.fillStyle = style.fill;
    context.fill(path);
  }
  if (style.stroke !== 'none') {
    context.strokeStyle = style.stroke;
    context.stroke(path);
  }
  context.restore();
}

function outlineOf(shape: SVGGeometryElement): Path2D | undefined {
  if (shape instanceof SVGPathElement) return new Path2D(shape.getAttribute('d') ?? '');
  const path = new Path2D();
  if (shape instanceof SVGLineElement) {
    path.moveTo(shape.x1.baseVal.value, shape.y1.baseVal.value);
    path.lineTo(shape.x2.baseVal.value, shape.y2.baseVal.value);
    return path;
  }
  if (shape instanceof SVGCircleElement) {
    path.arc(shape.cx.baseVal.value, shape.cy.baseVal.value, shape.r.baseVal.value, 0, 2 * Math.PI);
    return path;
  }
  return undefined;
}
