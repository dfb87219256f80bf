# Pods as match events: from `kubectl get pods -A -o json --watch`, with jq -c --unbuffered -f pods.jq.
def user: .metadata.labels["kueue.x-k8s.io/queue-name"];
def cpus: (. // "0" | tostring) | if endswith("m") then (.[:-1] | tonumber) / 1000 else tonumber end;
def weight: [.spec.containers[].resources.requests.cpu | cpus] | add;
def resource: "pod/" + .metadata.uid;
def ended: [.status.containerStatuses[]?.state.terminated.finishedAt // empty] | max;

select(user and .status.startTime and .spec.nodeName)
| {resource: resource, at: .status.startTime, change: {Matched: {customer: user, slotWeight: weight, matchId: .metadata.uid}}},
  (select(.status.phase == "Succeeded" or .status.phase == "Failed")
    | select(ended) | {resource: resource, at: ended, change: {Unmatched: {matchId: .metadata.uid}}})
