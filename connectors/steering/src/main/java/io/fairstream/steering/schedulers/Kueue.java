package io.fairstream.steering.schedulers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.steering.Answer;
import io.fairstream.steering.Control;
import io.fairstream.steering.Deadline;
import io.fairstream.steering.Edit;
import io.fairstream.steering.Reading;
import io.fairstream.steering.Scale;
import io.fairstream.steering.Scheduler;
import io.fairstream.steering.SchedulerException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Scheduler that sets the annotation {@code priority-boost} of pending workloads, by {@code namespace/name}. Kueue adds
 * it to a workload's priority within one ClusterQueue.
 */
public final class Kueue implements Scheduler {
    /** Label for the LocalQueue of a workload. */
    public static final String QUEUE_NAME = "kueue.x-k8s.io/queue-name";

    private static final String BOOST = "kueue.x-k8s.io/priority-boost";
    private static final List<String> GET = List.of("kubectl", "get", "workloads.kueue.x-k8s.io", "-A", "-o", "json");
    private static final List<String> APPLY =
            List.of("kubectl", "apply", "--server-side", "--field-manager=fairstream", "--force-conflicts", "-f", "-");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Tool tool;
    private final String label;
    private final int weight;
    /** API version of workloads, updated from each reading; edits must use a version that the cluster supports. */
    private String apiVersion = "kueue.x-k8s.io/v1beta1";

    /**
     * Creates an adapter.
     *
     * @param tool reaches the cluster
     * @param label of a workload, whose value is its user; for {@value #QUEUE_NAME} without such a label, the queue in
     * its spec
     * @param weight maximum boost, 1 to 2147483647
     */
    public Kueue(Tool tool, String label, int weight) {
        if (weight < 1) {
            throw new IllegalArgumentException("weight: " + weight + " (expected: 1 or more)");
        }
        this.tool = tool;
        this.label = label;
        this.weight = weight;
    }

    @Override
    public String kind() {
        return "kueue";
    }

    /** Reads pending workloads as controls. There are no accounts, as Kueue has no priorities of users. */
    @Override
    public Reading read() throws SchedulerException, InterruptedException {
        String answer = tool.answer(GET);
        List<Control> controls = new ArrayList<>();
        try {
            for (JsonNode workload : JSON.readTree(answer).required("items")) {
                JsonNode metadata = workload.required("metadata");
                OptionalInt boost =
                        boost(metadata.path("annotations").path(BOOST).asText("0"));
                String user = user(workload);
                if (isPending(workload) && !user.isEmpty() && boost.isPresent()) {
                    controls.add(new Control(
                            metadata.required("namespace").asText() + "/"
                                    + metadata.required("name").asText(),
                            user,
                            boost.getAsInt()));
                }
                apiVersion = workload.path("apiVersion").asText(apiVersion);
            }
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw new SchedulerException("kubectl: " + e.getMessage() + " (expected: a list of workloads)", e);
        }
        return new Reading(List.of(), controls);
    }

    /** Parses a boost; empty for a text that is not a number, which Kueue ignores. Such a workload is not changed. */
    private static OptionalInt boost(String text) {
        try {
            return OptionalInt.of(Integer.parseInt(text));
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }

    private String user(JsonNode workload) {
        String user = workload.path("metadata").path("labels").path(label).asText("");
        return user.isEmpty() && label.equals(QUEUE_NAME)
                ? workload.path("spec").path("queueName").asText("")
                : user;
    }

    private static boolean isPending(JsonNode workload) {
        for (JsonNode condition : workload.path("status").path("conditions")) {
            String type = condition.path("type").asText();
            boolean isTrue = condition.path("status").asText().equals("True");
            if (isTrue && (type.equals("QuotaReserved") || type.equals("Finished"))) {
                return false;
            }
        }
        return workload.path("spec").path("active").asBoolean(true);
    }

    @Override
    public double last(Map<String, Double> desired) {
        return 0;
    }

    @Override
    public Scale scale() {
        return Scale.ofWhole(weight);
    }

    /** Returns the boosts: weight × factor of the workload's user, see {@link Control#factors}, rounded to a whole number. */
    @Override
    public Map<String, Double> desired(Reading reading, Map<String, Double> priorities) {
        return Control.byFactors(reading.controls(), priorities, factor -> Math.round(weight * factor));
    }

    /** Sends all edits at once, which is fast. */
    @Override
    public List<Answer> send(List<Edit> edits, Deadline until) throws SchedulerException, InterruptedException {
        if (edits.isEmpty()) {
            return List.of();
        }
        List<Map<String, Object>> items = edits.stream().map(this::item).toList();
        Map<String, Object> list = Map.of("apiVersion", "v1", "kind", "List", "items", items);
        Output output;
        try {
            output = tool.run(APPLY, JSON.writeValueAsString(list));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
        Map<String, Double> set = new HashMap<>();
        read().controls().forEach(control -> set.put(control.name(), control.value()));
        List<Answer> answers = new ArrayList<>();
        for (Edit edit : edits) {
            Double found = set.get(edit.name());
            boolean isSet = found != null && found == Math.round(edit.value());
            answers.add(new Answer(edit, isSet, isSet ? "" : words(edit, output, found == null)));
        }
        return answers;
    }

    private static String words(Edit edit, Output output, boolean isGone) {
        String name = edit.name().substring(edit.name().indexOf('/') + 1);
        return output.err()
                .lines()
                .map(String::strip)
                .filter(line -> line.contains("\"" + name + "\""))
                .findFirst()
                .orElse(output.exit() != 0 ? Tool.failure(APPLY, output) : isGone ? "no longer pending" : "not set");
    }

    private Map<String, Object> item(Edit edit) {
        int slash = edit.name().indexOf('/');
        return Map.of(
                "apiVersion",
                apiVersion,
                "kind",
                "Workload",
                "metadata",
                Map.of(
                        "namespace",
                        edit.name().substring(0, slash),
                        "name",
                        edit.name().substring(slash + 1),
                        "annotations",
                        Map.of(BOOST, Long.toString(Math.round(edit.value())))));
    }
}
