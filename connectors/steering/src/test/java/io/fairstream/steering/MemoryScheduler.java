package io.fairstream.steering;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sets the control of each user to the user's priority, and limits of accounts below the root. Nothing may be sent that is set already. */
final class MemoryScheduler implements Scheduler {
    final Map<String, Double> set = new TreeMap<>();
    /** Limits by account; -1 is none. */
    final Map<String, Double> limits = new TreeMap<>();

    private final Fate fate;
    boolean isAway;
    boolean isAwayInBetween;
    int received;
    long nanos;
    long nanosOfAnEdit;
    long nanosOfAReading;

    MemoryScheduler(Fate fate) {
        this.fate = fate;
    }

    @Override
    public String kind() {
        return "memory";
    }

    @Override
    public Reading read() throws SchedulerException {
        requireThere();
        nanos += nanosOfAReading;
        return new Reading(
                List.of(),
                set.entrySet().stream()
                        .map(entry -> new Control(entry.getKey(), entry.getKey(), entry.getValue())
                                .withEnds(List.of(Control.USER)))
                        .toList());
    }

    @Override
    public Reading withAllocations(Reading reading) throws SchedulerException {
        requireThere();
        List<Control> holds = limits.entrySet().stream()
                .map(entry -> Control.ofLimit(entry.getKey(), "", entry.getValue(), List.of("root/" + entry.getKey())))
                .toList();
        return new Reading(reading.accounts(), reading.controls(), holds);
    }

    @Override
    public Scale scale() {
        return Scale.ofRatios();
    }

    @Override
    public Map<String, Double> desired(Reading reading, Map<String, Double> priorities) {
        return priorities;
    }

    @Override
    public double last(Map<String, Double> desired) {
        return 1000 * Collections.max(desired.values());
    }

    @Override
    public List<Answer> send(List<Edit> edits, Deadline until) throws SchedulerException {
        List<Answer> answers = new ArrayList<>();
        for (Edit edit : edits) {
            if (!answers.isEmpty() && until.isOver()) {
                break;
            }
            nanos += nanosOfAnEdit;
            fate.strike();
            received++;
            Map<String, Double> values = edit.control().isOnlyHold() ? limits : set;
            String name = edit.control().account();
            if (values.containsKey(name) && !name.startsWith("refused")) {
                assertNotEquals(edit.value(), values.put(name, edit.value()), "in vain: " + edit);
                answers.add(new Answer(edit, true, "done"));
            } else {
                answers.add(new Answer(edit, false, "no"));
            }
            if (isAwayInBetween) {
                isAway = true;
            }
            requireThere();
        }
        fate.strike();
        return answers;
    }

    private void requireThere() throws SchedulerException {
        if (isAway) {
            throw new SchedulerException("memory: away");
        }
    }
}
