// expect: type syntax
```js
drawCircle('a', 0, 0, 1)
```
