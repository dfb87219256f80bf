package io.fairstream.query.audit;

import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * Part of the audit that stops at the first row with an impossible value, and reports it as a check that fails. The
 * other parts go on. Mutable.
 */
final class Guarded<P> {
    private static final String NAME = "every value is possible";

    private @Nullable P part;
    private @Nullable Check impossible;

    Guarded(Supplier<P> create) {
        attempt(() -> part = create.get());
    }

    /** Uses the part, unless it has stopped. */
    void use(Consumer<P> use) {
        P known = part;
        if (known != null && impossible == null) {
            attempt(() -> use.accept(known));
        }
    }

    /** Returns the part's checks, or one that fails because a value is impossible. */
    List<Check> checks(Function<P, List<Check>> checks) {
        List<Check> all = new ArrayList<>();
        use(known -> all.addAll(checks.apply(known)));
        return impossible == null ? all : List.of(impossible);
    }

    private void attempt(Runnable step) {
        try {
            step.run();
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException | SerializationException e) {
            impossible = new Check(NAME, false, String.valueOf(e.getMessage()));
        }
    }
}
