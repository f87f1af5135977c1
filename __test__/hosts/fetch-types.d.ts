// What the types of SDK v1 take from the DOM library, which nothing here has.
type HeadersInit = ConstructorParameters<typeof Headers>[0]
