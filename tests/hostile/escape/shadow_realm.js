// expect: reference
new ShadowRealm().evaluate('1')
