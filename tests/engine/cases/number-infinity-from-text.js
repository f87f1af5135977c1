// No text but "Infinity" with a sign is infinite, and "NaN" is none that is read (StringToNumber).
for (const text of ['-infinity', '+infinity', 'infinity', '-inf', '+inf', 'nan', '-nan', '-Infinity', '+Infinity', 'Infinity', ' -Infinity ', '-INFINITY', 'Infinity1']) console.log(text, Number(text), +text, parseFloat(text))
