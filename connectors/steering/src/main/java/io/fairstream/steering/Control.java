package io.fairstream.steering;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A number that can be set in a scheduler.
 *
 * @param name unique in the scheduler: a user for HTCondor's priority factor, a job for Slurm's site factor
 * @param user owner, by the scheduler's name; empty for a bank
 * @param value current value
 * @param ends ends of the paths of allocations that cover the control's jobs, such as {@code root/physics}, see
 *     {@link Allocations}; {@value #USER} at the end of one is our name of the control's user
 * @param held value with which new jobs wait while running ones go on; null if there is none
 */
public record Control(
        String name,
        String user,
        double value,
        List<String> ends,
        @Nullable Double held) {
    /** Stands for our name of the control's user at the end of a path. */
    public static final String USER = "*";

    /** Begin of the name of a control that only holds. */
    static final String HOLD = "hold ";

    public Control {
        ends = List.copyOf(ends);
    }

    /** Creates a control that no allocation covers. */
    public Control(String name, String user, double value) {
        this(name, user, value, List.of(), null);
    }

    /**
     * Creates a control that only holds: a limit on running jobs, which holds with 0.
     *
     * @param account name of the account or user in the scheduler
     */
    public static Control ofLimit(String account, String user, double value, List<String> ends) {
        return new Control(HOLD + account, user, value, ends, 0.0);
    }

    /** Returns the control as covered by allocations. */
    public Control withEnds(List<String> others) {
        return new Control(name, user, value, others, held);
    }

    /** Returns true if new jobs wait with the current value. */
    public boolean isHeld() {
        return held != null && value == held;
    }

    /** Returns true if the control does nothing but hold new jobs. */
    public boolean isOnlyHold() {
        return name.startsWith(HOLD);
    }

    /** Returns the name of the account or user, also of a control that only holds. */
    public String account() {
        return isOnlyHold() ? name.substring(HOLD.length()) : name;
    }

    /**
     * Returns values by {@link #factors}, for each control whose user has one.
     *
     * @param priorities above 0, lower is better
     * @param value of a factor, 0 to 1
     * @return by the control's name
     */
    public static Map<String, Double> byFactors(
            List<Control> controls, Map<String, Double> priorities, DoubleUnaryOperator value) {
        Map<String, Double> factors = factors(controls, priorities);
        Map<String, Double> desired = new HashMap<>();
        for (Control control : controls) {
            Double factor = factors.get(control.user());
            if (factor != null) {
                desired.put(control.name(), value.applyAsDouble(factor));
            }
        }
        return desired;
    }

    /**
     * Returns factors between 0 and 1, for schedulers that need those, from priorities, which are unbounded:
     * factor of a user = 2<sup>-p ÷ m</sup>, where p is the user's effective priority and m the mean of all users of
     * these controls; a user at the mean has one half. The factors do not change if all priorities are multiplied by
     * the same number.
     *
     * @param priorities above 0, lower is better
     * @return by user, of those who have a control and a priority; 0 to 1, higher is better
     */
    public static Map<String, Double> factors(List<Control> controls, Map<String, Double> priorities) {
        Map<String, Double> own = new HashMap<>();
        for (Control control : controls) {
            Double priority = priorities.get(control.user());
            if (priority != null) {
                own.put(control.user(), priority);
            }
        }
        double mean = own.values().stream()
                .sorted()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(1);
        own.replaceAll((user, priority) -> Math.pow(2, -priority / mean));
        return own;
    }
}
