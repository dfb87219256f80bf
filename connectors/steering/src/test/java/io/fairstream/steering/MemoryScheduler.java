package io.fairstream.steering;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sets the control of each user to the user's priority. Nothing may be sent that is set already. */
final class MemoryScheduler implements Scheduler {
    final Map<String, Double> set = new TreeMap<>();
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
                        .map(entry -> new Control(entry.getKey(), entry.getKey(), entry.getValue()))
                        .toList());
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
    public List<Answer> send(List<Edit> edits, Deadline until) throws SchedulerException {
        List<Answer> answers = new ArrayList<>();
        for (Edit edit : edits) {
            if (!answers.isEmpty() && until.isOver()) {
                break;
            }
            nanos += nanosOfAnEdit;
            fate.strike();
            received++;
            if (set.containsKey(edit.name()) && !edit.name().startsWith("refused")) {
                assertNotEquals(edit.value(), set.put(edit.name(), edit.value()), "in vain: " + edit);
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
