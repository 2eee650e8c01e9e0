module github.com/sealwright/sealwright-go

go 1.24
