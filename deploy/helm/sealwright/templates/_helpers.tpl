{{- define "sealwright.labels" -}}
app.kubernetes.io/name: sealwright
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "sealwright.pod" -}}
{{- $port := 3000 -}}
metadata:
  labels: {{- include "sealwright.labels" . | nindent 4 }}
    app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
spec:
  automountServiceAccountToken: false
  terminationGracePeriodSeconds: 60
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    seccompProfile: { type: RuntimeDefault }
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels: {{- include "sealwright.labels" . | nindent 10 }}
  containers:
    - name: {{ .component }}
      image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      securityContext:
        allowPrivilegeEscalation: false
        capabilities: { drop: [ALL] }
      env:
        - { name: ROLE, value: {{ .component }} }
        - { name: WORKER_PORT, value: {{ $port | quote }} }
        - { name: PUBLIC_URL, value: {{ .root.Values.publicUrl | quote }} }
        - { name: TRUST_PROXY, value: "1" }
        # Longer than a proxy takes to hear that this one is ending.
        - { name: DRAIN_SECONDS, value: "10" }
        {{- range $name, $value := .root.Values.settings }}
        - { name: {{ $name }}, value: {{ $value | quote }} }
        {{- end }}
      envFrom:
        - secretRef: { name: {{ .root.Values.existingSecret }} }
      ports:
        - { name: http, containerPort: {{ $port }} }
      startupProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 2
        failureThreshold: 90
      livenessProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 3
        timeoutSeconds: 5
      resources: {{- toYaml .resources | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: temporary, mountPath: /tmp }
  volumes:
    - { name: data, emptyDir: {} }
    - { name: temporary, emptyDir: {} }
{{- end }}
