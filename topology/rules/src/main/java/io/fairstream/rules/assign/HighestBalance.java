package io.fairstream.rules.assign;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The project that is owed most comes first; of several targets of a project, that which is owed most counts.
 *
 * @param balances of each project's best target, at the time of the choice
 */
public record HighestBalance(Map<String, TargetBalance> balances) implements ScorePolicy {
    /** Balance that a target is owed, in FLOPs or seconds. */
    public record TargetBalance(String target, double amount) {}

    public HighestBalance {
        balances = Map.copyOf(balances);
    }

    @Override
    public String name() {
        return "balance";
    }

    @Override
    public @Nullable Double score(Project project, double fit) {
        TargetBalance best = balances.get(project.project());
        return best == null ? null : (Double) best.amount();
    }

    @Override
    public String reason(Project project, double fit) {
        TargetBalance best = Objects.requireNonNull(balances.get(project.project()));
        return String.format(Locale.ROOT, "balance of %s: %.6g", best.target(), best.amount());
    }

    @Override
    public String absence() {
        return "no allocation";
    }
}
