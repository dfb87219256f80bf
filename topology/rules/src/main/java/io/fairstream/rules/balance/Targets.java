package io.fairstream.rules.balance;

import io.fairstream.rules.Names;
import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The targets of one project: the project itself, or apps of it, never both. "A project is either single-allocation or
 * multi-allocation. In the latter case the allocations are to apps within the project." Mutable; one owner.
 */
public final class Targets {
    private final TreeSet<String> apps;

    /** No targets. */
    public Targets() {
        this(new TreeSet<>());
    }

    /**
     * Targets as they were kept.
     *
     * @param apps their names; the empty one alone when the project is the target
     */
    public Targets(SortedSet<String> apps) {
        this.apps = new TreeSet<>(apps);
    }

    public SortedSet<String> apps() {
        return new TreeSet<>(apps);
    }

    /** Adds the target of an allocation; returns its refusal when the project has targets of the other kind, or null. */
    public @Nullable Refused add(Allocation allocation) {
        boolean conflicts =
                !apps.isEmpty() && apps.first().isEmpty() != allocation.app().isEmpty();
        if (conflicts) {
            String other = Allocation.target(allocation.project(), apps.first());
            return new Refused(
                    Reason.EDIT_IMPOSSIBLE,
                    String.format(
                            "target: %s (expected: a project or its apps, never both; %s has an allocation)",
                            Names.shown(allocation.target()), Names.shown(other)));
        }
        apps.add(allocation.app());
        return null;
    }

    /** Removes the target of an app, or of the project when it is empty. */
    public void remove(String app) {
        apps.remove(app);
    }
}
