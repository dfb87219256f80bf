package io.fairstream.query.audit;

import io.fairstream.app.UnreadRange;
import io.fairstream.app.config.Settings;
import io.fairstream.client.RecordSender;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.TopicRecords;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.Setting;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Known gaps of the audit that an administrator has accepted. They are rows of the topic {@code settings} that are not settings. */
public final class AcceptedGaps {
    private static final String ACCEPTED = "accepted/";
    private static final String UNREAD = "every input read before it was deleted";

    private final Map<String, Setting> rows = new HashMap<>();

    AcceptedGaps(TopicRecords reader) {
        reader.readReadable(Topics.SETTINGS, row -> {
            Setting setting = row.value();
            if (setting != null && setting.getName().startsWith(ACCEPTED)) {
                rows.put(setting.getName(), setting);
            }
        });
    }

    /**
     * Accepts gaps in their current size.
     *
     * @param audit reports the gaps
     * @param checks names of the checks that report them
     * @param by name of the person who accepts them
     * @throws Failure if one of the checks reports no gap
     */
    public static void accept(
            Settings settings, Audit audit, Collection<String> checks, String by, String reason, Instant at) {
        Map<String, Check> gaps = audit.checks().stream()
                .filter(check -> check.gap() > 0)
                .collect(Collectors.toMap(Check::name, check -> check, (one, other) -> one, LinkedHashMap::new));
        for (String name : checks) {
            if (!gaps.containsKey(name)) {
                throw new Failure(name + ": reports no gap that can be accepted (expected: "
                        + (gaps.isEmpty() ? "none, no check has a gap" : "one of: " + String.join("; ", gaps.keySet()))
                        + ")");
            }
        }
        try (RecordSender<Setting> sender = ValueFormat.sender(settings, Topics.SETTINGS)) {
            for (String name : checks) {
                long gap = Objects.requireNonNull(gaps.get(name)).gap();
                sender.send(ACCEPTED + name, new Setting(ACCEPTED + name, Long.toString(gap), at, by, reason));
            }
            sender.flush();
        }
    }

    /** Returns true if a gap of the check was ever accepted. */
    boolean has(String check) {
        return rows.containsKey(ACCEPTED + check);
    }

    /** Returns true if the check's gap is accepted in its full size. */
    boolean cover(Check check) {
        Setting accepted = rows.get(ACCEPTED + check.name());
        return accepted != null && check.gap() > 0 && check.gap() <= size(accepted);
    }

    /** Returns the check; if its gap is accepted in its full size, it holds and names the person who accepted it. */
    Check apply(Check check) {
        Setting accepted = rows.get(ACCEPTED + check.name());
        if (accepted == null || check.gap() == 0) {
            return check;
        }
        String detail = String.format(
                Locale.ROOT,
                "%s; accepted: %,d, by %s, %s, %s",
                check.detail(),
                size(accepted),
                accepted.getBy(),
                accepted.getReason(),
                accepted.getAt());
        return new Check(check.name(), cover(check), detail, check.gap());
    }

    private static long size(Setting accepted) {
        return accepted.getValue().matches("\\d{1,18}") ? Long.parseLong(accepted.getValue()) : 0;
    }

    /** Checks that no record was deleted before the topology read it. */
    static Check unread(List<UnreadRange> all) {
        long offsets = all.stream().mapToLong(UnreadRange::offsets).sum();
        return new Check(
                UNREAD,
                offsets == 0,
                offsets == 0
                        ? "no record was deleted unread"
                        : String.format(
                                Locale.ROOT,
                                "at most %,d records were deleted unread: %s",
                                offsets,
                                all.stream().map(String::valueOf).collect(Collectors.joining("; "))),
                offsets);
    }
}
