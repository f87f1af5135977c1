// Zeros before a number change nothing, in no radix (parseInt).
for (const [digits, radix] of [['50a31a1a854234042085760a1a458', 12], ['34540251313441354004014333253', 6], ['320554603012201602206', 7], ['tlwwbjnhne4hxo32t6o0jv3j', 34], ['zzzzzzzzzzzzzzzz', 36]]) {
  console.log(parseInt(digits, radix), parseInt('000' + digits, radix), parseInt('-0' + digits, radix))
}
