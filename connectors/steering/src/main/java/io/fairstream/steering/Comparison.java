package io.fairstream.steering;

import io.fairstream.schemas.Shadow;
import io.fairstream.schemas.ShadowMeasure;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Comparison of a scheduler's accounts with ours.
 *
 * @param target the scheduler's name
 * @param measure compared number
 * @param customers our name of a scheduler's account; null if unknown
 * @param tolerance maximum distance of equal values, see {@link Scale#distance}; 0 or more
 */
public record Comparison(
        String target, ShadowMeasure measure, Function<Account, @Nullable String> customers, double tolerance) {

    /**
     * Our value and clusters of a customer.
     *
     * @param value the number that is compared
     * @param others clusters in the balance, other than the compared one
     */
    public record Ours(double value, List<String> others) {
        public Ours {
            others = List.copyOf(others);
        }
    }

    /**
     * Returns the rows of all accounts, by name.
     *
     * @param ours by customer
     * @param before previous rows by name, with the time since which they differ
     */
    public List<Shadow> of(List<Account> accounts, Map<String, Ours> ours, Map<String, Shadow> before, Instant now) {
        return accounts.stream()
                .sorted(Comparator.comparing(Account::name))
                .map(account -> row(account, ours, before.get(account.name()), now))
                .toList();
    }

    private Shadow row(Account account, Map<String, Ours> ours, @Nullable Shadow before, Instant now) {
        String customer = customers.apply(account);
        Ours own = customer == null ? null : ours.get(customer);
        Double difference = own == null ? null : (Double) scale().distance(account.priority(), own.value());
        boolean isApart = difference != null && difference > tolerance;
        Instant since = before == null || before.getSince() == null ? now : before.getSince();
        return Shadow.newBuilder()
                .setTarget(target)
                .setName(account.name())
                .setCustomer(customer == null ? "" : customer)
                .setMeasure(measure)
                .setTheirs(account.priority())
                .setOurs(own == null ? null : (Double) own.value())
                .setDifference(difference)
                .setSince(isApart ? since : null)
                .setExplanation(explanation(account, own, isApart))
                .setAsOf(now)
                .build();
    }

    private Scale scale() {
        return measure == ShadowMeasure.REAL_PRIORITY ? Scale.ofRatios() : Scale.of(1);
    }

    /** Returns an explanation; see docs/fidelity.md for the size of each difference. */
    private String explanation(Account account, @Nullable Ours own, boolean isApart) {
        if (own == null) {
            return "unknown here";
        }
        if (!isApart) {
            return "";
        }
        return measure == ShadowMeasure.REAL_PRIORITY
                ? ofRealPriority(account.priority(), own)
                : "Slurm and flux charge at the end of a period, Fairstream at once; shares may also differ";
    }

    private static String ofRealPriority(double theirs, Ours own) {
        if (own.value() < theirs) {
            return "HTCondor charges a claim from match to release; a log has only the times of jobs";
        }
        return own.others().isEmpty()
                ? "HTCondor has not charged all of its log yet, or started to charge later"
                : "other clusters are charged here as well: " + String.join(", ", own.others());
    }
}
