package io.fairstream.query.publish;

import io.fairstream.publish.FinishedJobs;
import io.fairstream.publish.FinishedJobs.Account;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.Topics;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Jobs to report, from the topics. */
public final class PublishedJobs {
    private PublishedJobs() {}

    /** Reads both tables, the accounts first: if a job ends meanwhile, the job table may be ahead of the account, but not behind. */
    public static FinishedJobs read(TopicReader reader) {
        Map<String, Account> accounts = new HashMap<>();
        reader.read(Topics.JOB_ACCOUNTING, row -> {
            String key = Objects.requireNonNull(row.key());
            if (row.value() == null) {
                accounts.remove(key);
            } else {
                accounts.put(key, new Account(row.value(), row.partition(), row.offset()));
            }
        });
        return FinishedJobs.of(
                Topics.JOB_ACCOUNTING.in(reader.settings().topicPrefix()),
                reader.latest(Topics.JOBS),
                accounts.values());
    }
}
