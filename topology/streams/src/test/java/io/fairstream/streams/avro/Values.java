package io.fairstream.streams.avro;

import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.rules.match.OpenMatch;
import io.fairstream.rules.match.OpenMatch.EndedBy;
import io.fairstream.rules.match.OpenMatch.FinishedMatch;
import io.fairstream.rules.match.OpenMatch.MatchRow;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.AccountState.CompensatedSum;
import io.fairstream.rules.priority.AccountState.InUse;
import io.fairstream.rules.priority.Edit.Decision;
import io.fairstream.rules.priority.FactorRules;
import io.fairstream.rules.priority.Groups;
import io.fairstream.rules.priority.PriorityRow;
import io.fairstream.streams.runtime.InputAccounting.RejectionRow;
import io.fairstream.streams.runtime.InputCounts;
import io.fairstream.streams.runtime.InputCounts.InputCountsRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Random values of the domain and random records of the schemas, from a seed. */
public final class Values {
    public static final Groups GROUPS = Groups.of(List.of("a", "a.b"));

    public static final FactorRules FACTORS = new FactorRules(1, 1e10, 1e7, "phys", GROUPS, Map.of("a", 20.0));

    private static final String[] PIECES = {
        "", "alice", " ", "\"", "é", "用户", "🦉", "nice-user", "@phys", "x".repeat(300)
    };
    private static final long[] LONGS = {0, 1, -1, 63, 64, -64, -65, 1_700_000_000_000L, Long.MAX_VALUE, Long.MIN_VALUE
    };
    private static final double[] DOUBLES = {0, -0.0, 0.5, 1, -1, 1e-300, 1e20, -1e20};

    private final Random random;

    public Values(long seed) {
        random = new Random(seed);
    }

    public String text() {
        return oneOf(PIECES) + oneOf(PIECES) + random.nextInt(3);
    }

    public String textOrNone() {
        return random.nextBoolean() ? "" : text();
    }

    public long time() {
        return random.nextInt(2_000_000_000) * 1000L;
    }

    public double number() {
        return random.nextBoolean() ? DOUBLES[random.nextInt(DOUBLES.length)] : random.nextGaussian();
    }

    public OpenMatch openMatch() {
        return new OpenMatch(textOrNone(), text(), number(), time(), textOrNone());
    }

    public MatchRow matchRow() {
        FinishedMatch finished = new FinishedMatch(openMatch(), time(), oneOf(EndedBy.values()));
        return MatchRow.of(text(), finished, 1 + random.nextInt(200));
    }

    public RejectionRow rejection() {
        Rejection refused = new Rejection(oneOf(Reason.values()), text());
        return new RejectionRow(
                text(),
                random.nextInt(1000),
                random.nextLong() >>> 1,
                random.nextBoolean() ? null : (Long) time(),
                refused,
                textOrNone());
    }

    public InputCountsRow inputCounts() {
        InputCounts counts = new InputCounts();
        for (Effect effect : Effect.values()) {
            counts.count(effect, count());
        }
        if (random.nextBoolean()) {
            counts.noteInput(time());
        }
        return counts.row(text(), random.nextInt(9));
    }

    private long count() {
        return random.nextInt() & 0xFFFFFFFL;
    }

    /** The parts of a row of priorities. */
    public record Customer(String customer, AccountState state, FactorRules factors, HalfLife halfLife) {
        public PriorityRow row() {
            return PriorityRow.of(customer, state, factors, halfLife);
        }
    }

    public Customer priority() {
        long asOf = time();
        AccountState state = new AccountState(
                asOf,
                number(),
                new InUse(random.nextInt(9), sum()),
                new InUse(random.nextInt(9), sum()),
                new AccountState.Usage(random.nextLong() >>> 2, sum(), timeOrNever(), timeOrNever()),
                true,
                new AccountState.Cutoffs(timeOrNever(), timeOrNever(), timeOrNever(), timeOrNever()),
                decisions(asOf));
        return new Customer(customer(), state, FACTORS, new HalfLife(0.0001 + random.nextInt(90_000)));
    }

    private CompensatedSum sum() {
        return new CompensatedSum(number(), number() / 1e9);
    }

    /** Sometimes a group, or a member of one. */
    private String customer() {
        return switch (random.nextInt(4)) {
            case 0 -> GROUPS.all().get(random.nextInt(3));
            case 1 -> "A.b." + text() + "@phys";
            default -> text();
        };
    }

    private List<Decision> decisions(long asOf) {
        List<Decision> decisions = new ArrayList<>();
        for (int left = random.nextInt(7); left > 0; left--) {
            boolean forGood = random.nextInt(3) == 0;
            long until = forGood ? Decision.FOR_GOOD : asOf - 5 + random.nextInt(10);
            double value = random.nextInt(4) == 0 ? -1 : random.nextInt(4);
            decisions.add(new Decision(oneOf(Decision.Kind.values()), value, asOf - left, until));
        }
        return List.copyOf(decisions);
    }

    private long timeOrNever() {
        return random.nextBoolean() ? AccountState.NEVER : time();
    }

    /** A record of any generated class. */
    public <R extends SpecificRecord> R record(Class<R> type) {
        try {
            R avro = type.getConstructor().newInstance();
            for (Schema.Field field : avro.getSchema().getFields()) {
                avro.put(field.pos(), value(field.schema()));
            }
            return avro;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<@Nullable Object> values(Schema element) throws ReflectiveOperationException {
        List<@Nullable Object> values = new ArrayList<>();
        for (int count = random.nextInt(4); count > 0; count--) {
            values.add(value(element));
        }
        return values;
    }

    private @Nullable Object value(Schema schema) throws ReflectiveOperationException {
        return switch (schema.getType()) {
            case NULL -> null;
            case STRING -> textOrNone();
            case BOOLEAN -> random.nextBoolean();
            case INT -> random.nextInt();
            case LONG -> schema.getLogicalType() == null ? (Object) anyLong() : Instant.ofEpochMilli(anyLong());
            case DOUBLE -> number();
            case ENUM -> oneOf(Objects.requireNonNull(classOf(schema).getEnumConstants()));
            case UNION ->
                value(schema.getTypes().get(random.nextInt(schema.getTypes().size())));
            case RECORD -> record(classOf(schema).asSubclass(SpecificRecord.class));
            case ARRAY -> values(schema.getElementType());
            case MAP -> random.nextBoolean() ? Map.of() : Map.of("gres/gpu", 1L + random.nextInt(9));
            default -> throw new IllegalArgumentException(schema.toString());
        };
    }

    private long anyLong() {
        return random.nextBoolean() ? LONGS[random.nextInt(LONGS.length)] : random.nextLong();
    }

    private static Class<?> classOf(Schema schema) throws ClassNotFoundException {
        return Class.forName(SpecificData.getClassName(schema));
    }

    public <T> T oneOf(T[] values) {
        return values[random.nextInt(values.length)];
    }
}
