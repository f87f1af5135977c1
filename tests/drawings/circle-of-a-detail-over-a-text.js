// The circle that marks a detail is where it must be: a text at a given place that it runs through is a warning.
setDrawingScale('1:1')
drawRect('plate', 0, 0, 80, 40)
surfaceFinish('finish', [20, 20], 'Ra 1.6')
surfaceFinish('beside', [-20, 20], 'Ra 1.6')
detailView('detail', [30, 22], 6, { scale: 3, at: [30, -90] })
//! texts lie on other things at the places that were given: "detail" on "finish"; without
