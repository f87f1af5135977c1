drawCircle（'hole', 0, 0, 3）
