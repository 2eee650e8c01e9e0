// Reads what an operator is given by the libraries of those who will read it: figures and alert rules by Prometheus', a compose file by Docker's,
// a chart by Helm's, and what it makes by Kubernetes' own types.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"strings"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	apps "k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	"sigs.k8s.io/yaml"
)

func main() {
	what, file := os.Args[1], os.Args[2]
	var troubles []error
	switch what {
	case "metrics":
		troubles = metrics(file)
	case "rules":
		_, troubles = rulefmt.ParseFile(file, false, model.UTF8Validation, parser.NewParser(parser.Options{}), slog.Default())
	case "compose":
		troubles = compose(file)
	case "chart":
		troubles = chart(file)
	}
	for _, trouble := range troubles {
		fmt.Println(trouble)
	}
	if len(troubles) > 0 {
		os.Exit(1)
	}
}

func metrics(file string) []error {
	text, err := os.Open(file)
	if err != nil {
		return []error{err}
	}
	problems, err := promlint.New(text).Lint()
	if err != nil {
		return []error{err}
	}
	var found []error
	for _, problem := range problems {
		found = append(found, fmt.Errorf("%s: %s", problem.Metric, problem.Text))
	}
	return found
}

func compose(file string) []error {
	options, err := cli.NewProjectOptions([]string{file}, cli.WithOsEnv)
	if err != nil {
		return []error{err}
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		return []error{err}
	}
	for _, service := range project.ServiceNames() {
		fmt.Println(service)
	}
	return nil
}

var kinds = map[string]func() any{
	"Deployment":          func() any { return &apps.Deployment{} },
	"Service":             func() any { return &core.Service{} },
	"PodDisruptionBudget": func() any { return &policy.PodDisruptionBudget{} },
	"Ingress":             func() any { return &networking.Ingress{} },
	"NetworkPolicy":       func() any { return &networking.NetworkPolicy{} },
}

func chart(folder string) []error {
	loaded, err := loader.Load(folder)
	if err != nil {
		return []error{err}
	}
	values, err := chartutil.ToRenderValues(loaded, loaded.Values, chartutil.ReleaseOptions{Name: "seal", Namespace: "seal"}, chartutil.DefaultCapabilities)
	if err != nil {
		return []error{err}
	}
	files, err := engine.Engine{Strict: true}.Render(loaded, values)
	if err != nil {
		return []error{err}
	}
	var found []error
	for name, text := range files {
		for _, one := range regexp.MustCompile(`(?m)^---$`).Split(text, -1) {
			if strings.TrimSpace(one) == "" {
				continue
			}
			var is struct{ Kind string }
			if err := yaml.Unmarshal([]byte(one), &is); err != nil {
				found = append(found, fmt.Errorf("%s: %w", name, err))
				continue
			}
			make := kinds[is.Kind]
			if make == nil {
				found = append(found, fmt.Errorf("%s: no kind %q", name, is.Kind))
			} else if err := yaml.UnmarshalStrict([]byte(one), make()); err != nil {
				found = append(found, fmt.Errorf("%s: %s: %w", name, is.Kind, err))
			} else {
				fmt.Println(is.Kind)
			}
		}
	}
	return found
}
