package io.fairstream.query.steering;

import io.fairstream.client.RecordSender;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.Shadow;
import io.fairstream.schemas.ShadowMeasure;
import io.fairstream.schemas.Topics;
import io.fairstream.steering.Account;
import io.fairstream.steering.Comparison;
import io.fairstream.steering.Comparison.Ours;
import io.fairstream.steering.Reading;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One scheduler's rows of the topic {@code shadow}, updated by comparisons. Not thread-safe. */
public final class ShadowTable implements AutoCloseable {
    private static final int BANK_AND_USER = 2;

    private final TopicReader reader;
    private final Subject subject;
    private final RecordSender<Shadow> sender;
    private final Map<String, Shadow> rows = new TreeMap<>();

    /**
     * Subject of a comparison.
     *
     * @param target the scheduler's name
     * @param measure of its accounts
     * @param names our name of a user of the scheduler
     * @param tolerance see {@link Comparison}
     */
    public record Subject(String target, ShadowMeasure measure, Function<String, String> names, double tolerance) {}

    /** Continues with the existing rows. */
    public ShadowTable(TopicReader reader, Subject subject) {
        this.reader = reader;
        this.subject = subject;
        this.sender = ValueFormat.sender(reader.settings(), Topics.SHADOW);
        reader.latest(Topics.SHADOW).stream()
                .filter(row -> row.getTarget().equals(subject.target()))
                .forEach(row -> rows.put(row.getName(), row));
    }

    /** Compares the scheduler's numbers with ours, and writes the changed rows. */
    public List<Shadow> update(Reading reading, Instant now) {
        List<Shadow> current = compare(reading, now);
        Map<String, Shadow> byName =
                current.stream().collect(Collectors.toMap(Shadow::getName, Function.identity(), (one, two) -> two));
        List.copyOf(rows.keySet()).stream()
                .filter(name -> !byName.containsKey(name))
                .forEach(this::withdraw);
        byName.forEach((name, row) -> {
            if (!isSame(row, rows.put(name, row))) {
                sender.send(key(name), row);
            }
        });
        sender.flush();
        return current;
    }

    private List<Shadow> compare(Reading reading, Instant now) {
        boolean isPriority = subject.measure() == ShadowMeasure.REAL_PRIORITY;
        Map<String, Ours> ours =
                isPriority ? Balance.realPriorities(reader, subject.target(), now) : Balance.fairShares(reader);
        Function<Account, @Nullable String> customers =
                isPriority ? account -> subject.names().apply(account.user()) : inBanks(ours);
        return new Comparison(subject.target(), subject.measure(), customers, subject.tolerance())
                .of(reading.accounts(), ours, rows, now);
    }

    /** Returns the path of a user in a bank; schedulers report only its last two names. */
    private Function<Account, @Nullable String> inBanks(Map<String, Ours> ours) {
        Map<String, String> paths = new HashMap<>();
        for (String path : ours.keySet()) {
            String[] names = path.split("/", -1);
            if (names.length >= BANK_AND_USER) {
                paths.put(names[names.length - BANK_AND_USER] + "/" + names[names.length - 1], path);
            }
        }
        return account -> paths.get(Objects.requireNonNullElse(account.bank(), "") + "/"
                + subject.names().apply(account.user()));
    }

    private void withdraw(String name) {
        rows.remove(name);
        sender.withdraw(key(name), (partition, offset) -> {});
    }

    private static boolean isSame(Shadow row, @Nullable Shadow before) {
        return before != null
                && Shadow.newBuilder(row).setAsOf(before.getAsOf()).build().equals(before);
    }

    private String key(String name) {
        return subject.target() + "|" + name;
    }

    @Override
    public void close() {
        sender.close();
    }
}
