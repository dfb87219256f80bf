package io.fairstream.steering;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * Plan of everything to send now.
 *
 * @param edits the largest changes first
 * @param within number of controls with the right value, up to the threshold
 * @param unknown users of the scheduler's controls without a priority, by name
 */
public record Plan(List<Edit> edits, int within, List<String> unknown) {
    public Plan {
        edits = List.copyOf(edits);
        unknown = List.copyOf(unknown);
    }

    private record Change(Edit edit, double distance) {}

    /**
     * Creates the plan for a reading.
     *
     * @param priorities as in {@link Scheduler#desired}
     */
    public static Plan of(Scheduler scheduler, Reading reading, Map<String, Double> priorities, Limits limits) {
        Map<String, Double> desired = scheduler.desired(reading, priorities);
        Scale scale = scheduler.scale();
        List<Change> changes = new ArrayList<>();
        int within = 0;
        TreeSet<String> unknown = new TreeSet<>();
        for (Control control : reading.controls()) {
            Double priority = priorities.get(control.user());
            Double wanted = desired.get(control.name());
            if (priority == null) {
                unknown.add(control.user());
            }
            if (priority == null || wanted == null) {
                continue;
            }
            double distance = scale.distance(control.value(), wanted);
            if (distance <= limits.threshold()) {
                within++;
            } else {
                double value = scale.towards(control.value(), wanted, limits.bound());
                changes.add(new Change(new Edit(control, value, reason(priority, wanted, value)), distance));
            }
        }
        changes.sort(Comparator.comparingDouble(Change::distance)
                .reversed()
                .thenComparing(change -> change.edit().name()));
        return new Plan(changes.stream().map(Change::edit).toList(), within, List.copyOf(unknown));
    }

    private static String reason(double priority, double wanted, double value) {
        String text = String.format(Locale.ROOT, "effective priority %.6g", priority);
        return value == wanted
                ? text
                : text + String.format(Locale.ROOT, "; the value %.6g that follows is beyond the bound", wanted);
    }
}
