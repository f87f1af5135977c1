// Powers and shifts by large numbers have a value where the result is small (6.1.6.2.3, 6.1.6.2.9, 6.1.6.2.10).
const attempt = work => { try { console.log(String(work())) } catch (error) { console.log(error.name) } }
attempt(() => [1n ** 10n ** 30n, 0n ** 10n ** 30n, (-1n) ** 10n ** 30n, (-1n) ** (10n ** 30n + 1n), 0n ** 0n, (-5n) ** 0n])
attempt(() => [0n << 10n ** 20n, 5n >> 10n ** 20n, -5n >> 10n ** 20n, -5n << -(10n ** 20n), 1n << 0n, -8n >> 1n, -1n >> 1n, 8n << -2n])
attempt(() => 2n ** 10n ** 30n)
attempt(() => 1n << 10n ** 20n)
attempt(() => 1n >> -(10n ** 20n))
attempt(() => 1n << 2000000000n)
attempt(() => 2n ** -1n)
attempt(() => [BigInt.asUintN(2 ** 53 - 1, 2187269391n), BigInt.asIntN(2 ** 53 - 1, -5n), BigInt.asUintN(0, 5n), BigInt.asIntN(0, 5n), BigInt.asIntN(64, 2n ** 63n), BigInt.asIntN(64, -(2n ** 63n)), BigInt.asIntN(3, 25n), BigInt.asUintN(3, -25n), BigInt.asIntN(1, 3n)])
attempt(() => BigInt.asUintN(2 ** 53 - 1, -1n))
attempt(() => BigInt.asUintN(2 ** 53, 1n))
