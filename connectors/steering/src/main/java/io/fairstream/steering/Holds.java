package io.fairstream.steering;

import io.fairstream.schemas.Steered;
import io.fairstream.schemas.SteeringKind;
import io.fairstream.steering.Allocations.State;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decisions on new jobs of spent allocations: to hold and release them, or to order them after all others.
 *
 * @param rows values that we have set, by name of the control
 * @param customers our name of a user of the scheduler
 */
record Holds(Allocations allocations, Map<String, Steered> rows, Function<String, String> customers) {
    /** Decision on a control. */
    enum Decision {
        /** Set the value that holds. */
        HOLD,
        /** Leave the value that holds. */
        STAY,
        /** Put back the value from before the hold. */
        RELEASE,
        /** Leave the value that somebody else has set since we held: that is their decision. */
        LEAVE,
        /** As {@link #LEAVE}, and there is nothing to hold any more. */
        FORGET,
        /** Nothing is held and nothing must be. */
        FREE
    }

    Decision decide(Control control) {
        return decide(state(control), control, rows.get(control.name()));
    }

    /**
     * Decides from the allocation's state, the control's value, and our row of it. A value that others have set is
     * theirs, except in a control that also orders jobs, whose values the scheduler itself reloads.
     */
    static Decision decide(State state, Control control, @Nullable Steered row) {
        Double held = control.held();
        if (held == null) {
            return Decision.FREE;
        }
        boolean isSet = control.isHeld();
        boolean isOurs = row != null && row.getValue() == held && row.getOriginal() != held;
        boolean isTheirs = isOurs && !isSet && control.isOnlyHold();
        return switch (state) {
            case HOLD -> isSet ? Decision.STAY : isTheirs ? Decision.LEAVE : Decision.HOLD;
            case LEFT, LOWER -> isOurs && isSet ? Decision.RELEASE : isTheirs ? Decision.FORGET : Decision.FREE;
            case UNCLEAR -> isOurs ? Decision.STAY : Decision.FREE;
        };
    }

    /** Returns the edit for a decision; null if nothing is to be sent. */
    @Nullable
    Edit edit(Decision decision, Control control) {
        Double held = control.held();
        Steered row = rows.get(control.name());
        if (decision == Decision.HOLD && held != null) {
            return new Edit(control, held, spent(control, State.HOLD), SteeringKind.HOLD);
        }
        return decision == Decision.RELEASE && row != null
                ? new Edit(control, row.getOriginal(), "no longer spent", SteeringKind.RESTORE)
                : null;
    }

    /** Returns the state of a control's jobs. */
    State state(Control control) {
        return allocations.state(ends(control));
    }

    /** Returns the reason of a state other than {@link State#LEFT}. */
    String spent(Control control, State state) {
        return "spent: " + allocations.spent(ends(control), state);
    }

    /** Returns the names of controls of which we hold nothing any more, since somebody else has changed them. */
    List<String> forgotten(Reading reading) {
        return reading.holds().stream()
                .filter(control -> decide(control) == Decision.FORGET)
                .map(Control::name)
                .toList();
    }

    /** Returns what is not held although it is spent, with the reason, in an order that does not change. */
    List<String> notHeld(Reading reading) {
        TreeSet<String> notHeld = new TreeSet<>();
        Set<String> ends = new HashSet<>();
        for (Control control : reading.all()) {
            ends.addAll(ends(control));
            if (decide(control) == Decision.LEAVE) {
                notHeld.add(control.account() + " (somebody has changed it since)");
            }
        }
        allocations.spentElsewhere(ends).forEach(path -> notHeld.add(path + " (unknown to the scheduler)"));
        return List.copyOf(notHeld);
    }

    private Collection<String> ends(Control control) {
        return control.ends().stream()
                .map(end -> end.endsWith(Control.USER) ? named(end, control.user()) : end)
                .toList();
    }

    private String named(String end, String user) {
        return end.substring(0, end.length() - Control.USER.length()) + customers.apply(user);
    }
}
