package io.fairstream.steering.schedulers;

import io.fairstream.steering.Account;
import io.fairstream.steering.Control;
import io.fairstream.steering.Reading;
import io.fairstream.steering.SchedulerException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of {@code condor_userprio -af:rt} for submitters: one a line, tab-separated ClassAd literals. */
final class Submitters {
    static final List<String> ATTRIBUTES =
            List.of("Name", "IsAccountingGroup", "Priority", "PriorityFactor", "WeightedAccumulatedUsage");

    private static final String UNDEFINED = "undefined";

    private Submitters() {}

    /**
     * Parses the output. The ad's {@code Priority} is the effective one, real priority × factor. Accounting groups are
     * left out.
     *
     * @throws SchedulerException if the format is different
     */
    static Reading read(String text) throws SchedulerException {
        List<Account> accounts = new ArrayList<>();
        List<Control> controls = new ArrayList<>();
        for (String line : text.lines().toList()) {
            if (line.isBlank()) {
                continue;
            }
            String[] values = line.split("\t", -1);
            if (values.length != ATTRIBUTES.size()) {
                throw unreadable(line, null);
            }
            if (values[1].equals("true")) {
                continue;
            }
            try {
                String name = unquoted(values[0]);
                double factor = Double.parseDouble(values[3]);
                double real = Double.parseDouble(values[2]) / factor;
                accounts.add(new Account(name, name, null, real, usage(values[4])));
                controls.add(new Control(name, name, factor));
            } catch (IllegalArgumentException e) {
                throw unreadable(line, e);
            }
        }
        return new Reading(accounts, controls);
    }

    private static @Nullable Double usage(String value) {
        return value.equals(UNDEFINED) ? null : (Double) Double.parseDouble(value);
    }

    private static String unquoted(String value) {
        if (value.length() < 2 || !value.startsWith("\"") || !value.endsWith("\"")) {
            throw new IllegalArgumentException(value);
        }
        return value.substring(1, value.length() - 1).translateEscapes();
    }

    private static SchedulerException unreadable(String line, @Nullable Throwable cause) {
        String message = "condor_userprio: " + line + " (expected: " + String.join(", ", ATTRIBUTES) + ")";
        return cause == null ? new SchedulerException(message) : new SchedulerException(message, cause);
    }
}
