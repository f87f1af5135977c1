// expect: reference
Deno.exit()
