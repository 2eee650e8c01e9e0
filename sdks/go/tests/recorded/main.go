// Calls every operation against a server that gives its recorded answer, and says what of the answer the types lose: run by
// tests/sdks/go.test.ts.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"reflect"
	"strconv"
	"strings"
	"time"

	sealwright "github.com/sealwright/sealwright-go"
)

var (
	lost    = []string{}
	called  = 0
	stream  = reflect.TypeFor[io.Reader]()
	options = reflect.TypeFor[[]sealwright.CallOption]()
	ctx     = reflect.ValueOf(context.Background())
)

func main() {
	client, err := sealwright.New("sw_sandbox_x", os.Getenv("RECORDED"), sealwright.WithMaxRetries(0))
	if err != nil {
		log.Fatal(err)
	}
	walk("", reflect.ValueOf(client.Services))
	var events []json.RawMessage
	if err := json.NewDecoder(os.Stdin).Decode(&events); err != nil {
		log.Fatal(err)
	}
	for _, raw := range events {
		var event sealwright.Event
		if err := json.Unmarshal(raw, &event); err != nil {
			lost = append(lost, err.Error())
			continue
		}
		if _, unknown := event.Data.(*sealwright.UnknownEvent); unknown || event.Data == nil || event.Data.EventType() != event.Type {
			lost = append(lost, fmt.Sprintf("%s is read as %T", event.Type, event.Data))
			continue
		}
		var sent struct{ Data struct{ Object any } }
		_ = json.Unmarshal(raw, &sent)
		compare(string(event.Type), sent.Data.Object, again(event.Data))
	}
	if err := json.NewEncoder(os.Stdout).Encode(map[string]any{"called": called, "events": len(events), "lost": lost}); err != nil {
		log.Fatal(err)
	}
}

// walk calls every method of a service, and of the services below it.
func walk(name string, service reflect.Value) {
	if service.Kind() == reflect.Pointer {
		for i := range service.NumMethod() {
			call(name+"."+service.Type().Method(i).Name, service.Method(i))
		}
		service = service.Elem()
	}
	for i := range service.NumField() {
		if field := service.Type().Field(i); field.IsExported() {
			walk(name+"."+field.Name, service.Field(i))
		}
	}
}

func call(name string, method reflect.Value) {
	var response sealwright.Response
	in := []reflect.Value{ctx}
	for i := 1; i < method.Type().NumIn(); i++ {
		switch of := method.Type().In(i); {
		case of == options:
			in = append(in, reflect.ValueOf([]sealwright.CallOption{sealwright.WithResponse(&response)}))
		case of == stream:
			in = append(in, reflect.ValueOf(strings.NewReader("x")))
		case of.Kind() == reflect.String:
			in = append(in, reflect.ValueOf("x"))
		default:
			in = append(in, reflect.Zero(of))
		}
	}
	called++
	out := method.CallSlice(in)
	if len(out) == 1 {
		entries := []any{}
		for entry, err := range out[0].Seq2() {
			if !err.IsNil() {
				lost = append(lost, fmt.Sprintf("%s: %v", name, err))
				return
			}
			entries = append(entries, again(entry.Interface()))
		}
		var raw struct{ Data any }
		_ = json.Unmarshal(response.Raw, &raw)
		compare(name, raw.Data, entries)
		return
	}
	if err := out[1]; !err.IsNil() {
		lost = append(lost, fmt.Sprintf("%s: %v", name, err))
		return
	}
	if file, ok := out[0].Interface().(*sealwright.Download); ok {
		file.Close()
		return
	}
	var raw any
	_ = json.Unmarshal(response.Raw, &raw)
	compare(name, raw, again(out[0].Interface()))
}

// again is a value as it was read, written and read once more.
func again(value any) (out any) {
	text, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		lost = append(lost, err.Error())
	}
	return out
}

func compare(at string, raw, got any) {
	// An event may have more than its schema says; all of it is in Raw.
	if got == nil && !strings.HasPrefix(at, ".") {
		return
	}
	switch raw := raw.(type) {
	case map[string]any:
		object, _ := got.(map[string]any)
		for name, inner := range raw {
			if name != "success" {
				compare(at+"/"+name, inner, object[name])
			}
		}
	case []any:
		list, _ := got.([]any)
		if len(list) != len(raw) {
			lost = append(lost, at+" has other entries")
			return
		}
		for i, inner := range raw {
			compare(at+"/"+strconv.Itoa(i), inner, list[i])
		}
	case nil:
	default:
		if raw != got && fmt.Sprint(raw) != fmt.Sprint(got) && !sameTime(raw, got) {
			lost = append(lost, fmt.Sprintf("%s: %v became %v", at, raw, got))
		}
	}
}

func sameTime(a, b any) bool {
	one, wrong := time.Parse(time.RFC3339Nano, fmt.Sprint(a))
	two, wrongToo := time.Parse(time.RFC3339Nano, fmt.Sprint(b))
	return wrong == nil && wrongToo == nil && one.Equal(two)
}
