package io.fairstream.query.audit;

import io.fairstream.query.records.TopicRecords;
import io.fairstream.query.tables.ChargeFields;
import io.fairstream.rules.AllocatedResources;
import io.fairstream.rules.Names.BankPaths;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.HoldingChange;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.Topics;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Check that users in banks are charged for the current allocations of their jobs, each job once, and for nothing else. Mutable. */
final class HoldingReconciliation implements Reconciliation {
    private static final String NAME = "held now = jobs that hold something";
    private static final Set<JobState> HOLDING =
            EnumSet.of(JobState.RUNNING, JobState.STAGE_IN, JobState.RESERVED, JobState.STAGE_OUT);

    private final Set<Holder> holders = new HashSet<>();
    private final Map<Holder, Integer> charged = new HashMap<>();

    private record Holder(String path, String job, AllocatedResources held) {
        @Override
        public String toString() {
            return String.format("\"%s\" for job \"%s\", %s", path, job, held);
        }
    }

    HoldingReconciliation(TopicRecords reader) {
        this(reader.latest(Topics.JOBS));
    }

    HoldingReconciliation(Collection<Job> jobs) {
        for (Job job : jobs) {
            AllocatedResources held = ChargeFields.allocated(job);
            if (HOLDING.contains(job.getState()) && !held.isEmpty()) {
                String path = BankPaths.path(job.getBank(), job.getUser());
                holders.add(new Holder(path, job.getCluster() + "/" + job.getJobId(), held));
            }
        }
    }

    @Override
    public void charge(Charge charge) {
        if (charge.getKind() == ChargeKind.ASSOCIATION
                && charge.getEntry() instanceof HoldingChange entry
                && entry.getHoldings() != 0) {
            Holder holder = new Holder(charge.getAccount(), charge.getThing(), ChargeFields.allocated(entry));
            if (charged.merge(holder, entry.getHoldings(), Integer::sum) == 0) {
                charged.remove(holder);
            }
        }
    }

    @Override
    public List<Check> checks(boolean isWhole) {
        Set<String> differences = new TreeSet<>();
        charged.forEach((holder, count) -> {
            int should = holders.contains(holder) ? 1 : 0;
            if (count != should) {
                differences.add(holder + ": charged for " + count + " (expected: " + should + ")");
            }
        });
        holders.stream()
                .filter(holder -> !charged.containsKey(holder))
                .forEach(holder -> differences.add(holder + ": not charged"));
        return List.of(Check.of(NAME, String.format(Locale.ROOT, "%,d jobs", holders.size()), List.copyOf(differences))
                .ifWhole(isWhole));
    }
}
