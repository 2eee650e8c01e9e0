module sealwright.example/sealwright

go 1.21
