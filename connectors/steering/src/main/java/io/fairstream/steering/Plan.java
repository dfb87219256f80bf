package io.fairstream.steering;

import io.fairstream.steering.Allocations.State;
import io.fairstream.steering.Holds.Decision;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Plan of everything to send now.
 *
 * @param edits those that hold or release first, then the largest changes
 * @param within number of controls with the right value, up to the threshold
 * @param unknown users of the scheduler's controls without a priority, by name
 * @param held number of controls that hold new jobs after the edits
 * @param lowered number of controls that order jobs after all others, since their allocation is spent
 * @param notHeld accounts and allocations whose new jobs are not held although they are spent, with the reason
 */
public record Plan(List<Edit> edits, int within, List<String> unknown, int held, int lowered, List<String> notHeld) {
    public Plan {
        edits = List.copyOf(edits);
        unknown = List.copyOf(unknown);
        notHeld = List.copyOf(notHeld);
    }

    /** Creates a plan that puts back previous values. */
    static Plan ofRestores(List<Edit> edits) {
        return new Plan(
                edits.stream()
                        .sorted(Comparator.comparing(edit -> !edit.control().isOnlyHold()))
                        .toList(),
                0,
                List.of(),
                0,
                0,
                List.of());
    }

    private record Change(Edit edit, double distance) {}

    /**
     * Creates the plan for a reading.
     *
     * @param priorities as in {@link Scheduler#desired}
     */
    static Plan of(Scheduler scheduler, Reading reading, Map<String, Double> priorities, Limits limits, Holds holds) {
        Map<String, Double> desired = scheduler.desired(reading, priorities);
        Scale scale = scheduler.scale();
        Map<String, Decision> decisions = new HashMap<>();
        reading.all().forEach(control -> decisions.put(control.name(), holds.decide(control)));
        List<Change> changes = new ArrayList<>();
        int within = 0;
        int lowered = 0;
        TreeSet<String> unknown = new TreeSet<>();
        for (Control control : reading.controls()) {
            Double priority = priorities.get(control.user());
            Double wanted = desired.get(control.name());
            if (priority == null) {
                unknown.add(control.user());
            }
            State state = holds.state(control);
            if (priority == null
                    || wanted == null
                    || state == State.UNCLEAR
                    || decisions.get(control.name()) != Decision.FREE) {
                continue;
            }
            String reason = "";
            if (state == State.LOWER) {
                lowered++;
                wanted = scheduler.last(desired);
                reason = "; " + holds.spent(control, state);
            }
            double distance = scale.distance(control.value(), wanted);
            if (distance <= limits.threshold()) {
                within++;
            } else {
                double value = scale.towards(control.value(), wanted, limits.bound());
                changes.add(new Change(new Edit(control, value, reason(priority, wanted, value) + reason), distance));
            }
        }
        changes.sort(Comparator.comparingDouble(Change::distance)
                .reversed()
                .thenComparing(change -> change.edit().name()));
        Stream<Edit> holding = reading.all().stream()
                .map(control -> holds.edit(decisions.getOrDefault(control.name(), Decision.FREE), control))
                .filter(Objects::nonNull);
        return new Plan(
                Stream.concat(holding, changes.stream().map(Change::edit)).toList(),
                within,
                List.copyOf(unknown),
                held(decisions.values()),
                lowered,
                holds.notHeld(reading));
    }

    private static int held(Collection<Decision> decisions) {
        return Collections.frequency(decisions, Decision.HOLD) + Collections.frequency(decisions, Decision.STAY);
    }

    private static String reason(double priority, double wanted, double value) {
        String text = String.format(Locale.ROOT, "effective priority %.6g", priority);
        return value == wanted
                ? text
                : text + String.format(Locale.ROOT, "; the value %.6g that follows is beyond the bound", wanted);
    }
}
