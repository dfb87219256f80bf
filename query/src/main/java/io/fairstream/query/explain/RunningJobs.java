package io.fairstream.query.explain;

import io.fairstream.query.tables.ChargeFields;
import io.fairstream.rules.AllocatedResources;
import io.fairstream.rules.Names.BankPaths;
import io.fairstream.rules.Spending;
import io.fairstream.rules.usage.Allocation;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Running jobs of a bank or of a user in it, which are charged when they end, and what they take from its balance. */
record RunningJobs(List<Run> runs) {
    private static final double SECOND = 1e3;

    /**
     * A running job.
     *
     * @param start milliseconds since 1970 UTC
     * @param limit end of the longest run allowed, milliseconds since 1970 UTC; null without a time limit
     * @param perSecond the rate, in the unit of the balance
     */
    record Run(long start, @Nullable Long limit, double perSecond) {}

    /** Finds the running jobs whose charges a target gets. */
    static RunningJobs of(
            Collection<Job> jobs, String target, Spending.Unit unit, ToDoubleFunction<AllocatedResources> tariff) {
        List<Run> runs = new ArrayList<>();
        for (Job job : jobs) {
            String path = Allocation.ofPath(BankPaths.path(job.getBank(), job.getUser()));
            Instant start = job.getStartTime();
            boolean isBelow = path.equals(target) || path.startsWith(target + "/");
            if (isBelow && job.getState() == JobState.RUNNING && start != null) {
                AllocatedResources held = ChargeFields.allocated(job);
                Spending second = Spending.of(held, tariff.applyAsDouble(held), (long) SECOND);
                Long minutes = job.getTimeLimitMinutes();
                Long limit = minutes == null
                        ? null
                        : (Long) start.plus(Duration.ofMinutes(minutes)).toEpochMilli();
                runs.add(new Run(start.toEpochMilli(), limit, unit.amount(unit.units(second))));
            }
        }
        runs.removeIf(run -> run.perSecond() == 0);
        return new RunningJobs(List.copyOf(runs));
    }

    /** Returns what they have used up to an instant, milliseconds since 1970 UTC, in the unit of the balance. */
    double used(long now) {
        return runs.stream()
                .mapToDouble(run -> run.perSecond() * Math.max(0, now - run.start()) / SECOND)
                .sum();
    }

    /**
     * Forecast of the instant at which a balance is spent, if each job runs to its limit, nothing else is charged and nothing accrues.
     *
     * @param balance without what the jobs have used
     * @param now milliseconds since 1970 UTC
     * @return milliseconds since 1970 UTC; null if something is left at the last limit
     */
    @Nullable
    Long spentAt(double balance, long now) {
        double left = balance - used(now);
        double rate = runs.stream().mapToDouble(Run::perSecond).sum();
        long at = now;
        for (Run run : inOrderOfLimits()) {
            long end = Math.max(at, run.limit() == null ? Long.MAX_VALUE : run.limit());
            double taken = rate * (end - at) / SECOND;
            if (taken >= left) {
                return left <= 0 ? at : at + Math.round(left / rate * SECOND);
            }
            left -= taken;
            rate -= run.perSecond();
            at = end;
        }
        return left <= 0 ? (Long) at : null;
    }

    private List<Run> inOrderOfLimits() {
        return runs.stream()
                .sorted(Comparator.comparing(run -> run.limit() == null ? Long.MAX_VALUE : run.limit()))
                .toList();
    }
}
