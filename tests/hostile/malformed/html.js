// expect: syntax
<!DOCTYPE html><html></html>
