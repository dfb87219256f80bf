package io.fairstream.streams.stage;

import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.UsageEntry;
import io.fairstream.rules.usage.JobAccount;
import io.fairstream.rules.usage.JobRow;
import io.fairstream.streams.state.Codecs;
import io.fairstream.streams.state.PublishedAccount;
import io.fairstream.streams.state.StateCodec;
import io.fairstream.streams.state.WriteBackStore.CacheEntry;
import io.fairstream.streams.wire.UsageFormat;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** Folds charges into the accounting of jobs: an account for each job number, with a row for each job of it. */
public final class JobAccountStage extends Stage<Void, PublishedAccount<JobAccount>, Void> {
    @Override
    public StateCodec<PublishedAccount<JobAccount>, Void> codec() {
        return Codecs.jobAccounts();
    }

    @Override
    protected void charge(CacheEntry<PublishedAccount<JobAccount>> state, Charge charge) {
        state.state().account().add(charge.dimensions().submitted(), (UsageEntry) charge.entry());
    }

    @Override
    protected void rows(CacheEntry<PublishedAccount<JobAccount>> state) {
        String key = state.key();
        int slash = key.indexOf('/');
        int end = key.indexOf('/', slash + 1);
        String cluster = key.substring(0, slash);
        long jobId = Long.parseLong(key.substring(slash + 1, end < 0 ? key.length() : end));
        Map<String, UsageFormat.JobUsage> rows = new TreeMap<>();
        for (JobRow row : state.state().account().rows()) {
            Long submitted = row.book().submitted();
            String suffix = row.isFirst() || submitted == null ? "" : "@" + Instant.ofEpochMilli(submitted);
            rows.put(key + suffix, new UsageFormat.JobUsage(cluster, jobId, row));
        }
        out().publish(Outputs.JOB_ACCOUNTING, state.state(), rows, state.timestamp());
    }

    @Override
    protected boolean isOver(PublishedAccount<JobAccount> state) {
        return state.account().isFinal();
    }
}
