package io.fairstream.steering.schedulers;

import io.fairstream.steering.Account;
import io.fairstream.steering.Answer;
import io.fairstream.steering.Control;
import io.fairstream.steering.Deadline;
import io.fairstream.steering.Edit;
import io.fairstream.steering.Reading;
import io.fairstream.steering.Scale;
import io.fairstream.steering.Scheduler;
import io.fairstream.steering.SchedulerException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Scheduler that sets priority factors of submitters. HTCondor orders by real priority × factor; therefore the factor
 * <em>our effective priority ÷ their real priority</em> gives our order. A ceiling of 0 holds a submitter's new jobs;
 * -1 is no ceiling. Accounting groups are neither read nor set.
 */
public final class HtCondor implements Scheduler {
    private static final double LEAST_FACTOR = 1;
    /** Multiple of the largest factor that others have: such a submitter has at most a thousandth of another's slice. */
    private static final double LAST = 1000;

    private final Factors factors;

    /**
     * Creates an adapter.
     *
     * @param tool reaches a machine with {@code condor_userprio} and, for speed, Python with HTCondor's bindings
     */
    public HtCondor(Tool tool) {
        factors = new Factors(tool);
    }

    @Override
    public String kind() {
        return "htcondor";
    }

    @Override
    public Reading read() throws SchedulerException, InterruptedException {
        return factors.read();
    }

    @Override
    public Scale scale() {
        return Scale.ofRatios();
    }

    /**
     * Returns the factors: effective priority ÷ real priority. If one is below 1, which HTCondor rejects, all are
     * multiplied by the same number. Otherwise they are not, so that users who are not steered remain comparable.
     */
    @Override
    public Map<String, Double> desired(Reading reading, Map<String, Double> priorities) {
        Map<String, Double> real = new HashMap<>();
        for (Account account : reading.accounts()) {
            real.put(account.name(), account.priority());
        }
        Map<String, Double> desired = new HashMap<>();
        for (Control control : reading.controls()) {
            Double ours = priorities.get(control.user());
            Double theirs = real.get(control.name());
            if (ours != null && theirs != null && theirs > 0) {
                desired.put(control.name(), ours / theirs);
            }
        }
        double least =
                desired.values().stream().mapToDouble(Double::doubleValue).min().orElse(LEAST_FACTOR);
        double scale = Math.max(1, LEAST_FACTOR / least);
        desired.replaceAll((name, factor) -> Math.max(LEAST_FACTOR, factor * scale));
        return desired;
    }

    @Override
    public double last(Map<String, Double> desired) {
        return LAST * Collections.max(desired.values());
    }

    /** Sends edits. An edit is accepted if a subsequent reading shows it: HTCondor may reject an edit silently. */
    @Override
    public List<Answer> send(List<Edit> edits, Deadline until) throws SchedulerException, InterruptedException {
        return factors.set(edits, until);
    }
}
