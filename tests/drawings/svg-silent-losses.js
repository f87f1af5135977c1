// Every shape of a file is drawn or counted with its reason.
const svg = (body) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40" width="60mm"><defs>
<clipPath id="c"><rect width="10" height="10"/></clipPath><mask id="m"><rect width="5" height="5" fill="white"/></mask>
<marker id="k" markerWidth="3" markerHeight="3"><path d="M0 0L3 1L0 3z"/></marker><style>.cl{clip-path:url(#c)} .mk{marker-end:url(#k)}</style>
</defs>${body}</svg>`
const tries = {
  transparent: '<rect width="3" height="2" opacity="0"/>',
  no_width: '<path d="M0 0h10" stroke="red" stroke-width="0" fill="none"/>',
  missing: '<circle r="4" fill="url(#nope)"/>',
  clip_by_class: '<circle class="cl" r="30"/>',
  marker_by_class: '<path class="mk" d="M0 0h10" stroke="black"/>',
  mask_by_style: '<circle style="mask:url(#m)" r="9"/>',
  inner_svg: '<svg x="5" y="5" width="10" height="10" viewBox="0 0 10 10"><rect width="40" height="40"/></svg>',
  symbol: '<symbol id="s" viewBox="0 0 5 5"><rect width="20" height="20"/></symbol><use href="#s" width="10" height="10"/>',
  no_size: '<rect width="0" height="3"/><circle r="0"/>',
  missing_use: '<use href="#zzz"/>',
}
for (const [name, body] of Object.entries(tries)) {
  const { names, skipped } = importSvg(name, svg(body))
  console.log(name, names.length, JSON.stringify(skipped), names.map((it) => getWorldBounds(it).max.join(',')).join(' '))
}
//= transparent 0 {"without paint":1} 
//= no_width 0 {"without paint":1} 
//= missing 0 {"without paint":1} 
//= clip_by_class 1 {} 10,0
//= marker_by_class 2 {} 10,0 13,0
//= mask_by_style 1 {} 5,0
//= inner_svg 1 {} 15,-5
//= symbol 1 {} 10,0
//= no_size 0 {"without a size":2} 
//= missing_use 0 {"use of a missing element":1} 
