package io.fairstream.publish;

import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Plan of the summaries that APEL lacks or has with other values. A later summary replaces an earlier one of the same
 * key: site, month, user, VO, submit host and size. Therefore a message contains complete changed blocks of a month,
 * and a block without remaining jobs is sent with zeros. Sent jobs that are purged from the job table remain as they
 * were sent.
 */
public final class ApelPlan {
    private static final String BLOCK = "block ";

    private final ApelSite site;
    private final ApelFormat format;
    private final FinishedJobs jobs;
    private final Map<String, Map<String, String>> earlier;
    private final boolean takesBack;

    /** Current shares of all jobs, by job id. */
    private final Map<String, ApelShare> shares = new TreeMap<>();

    private final Map<String, FinishedJob> present = new HashMap<>();
    private final List<String> vanished = new ArrayList<>();

    private ApelPlan(
            ApelSite site,
            ApelFormat format,
            FinishedJobs jobs,
            Map<String, Map<String, String>> earlier,
            boolean takesBack) {
        this.site = site;
        this.format = format;
        this.jobs = jobs;
        this.earlier = earlier;
        this.takesBack = takesBack;
    }

    /**
     * Computes the plan.
     *
     * @param earlier last sent values of each job and each block, by id
     * @param month only this one; null for all
     * @param takesBack whether to retract sent jobs without an account
     */
    public static Plan of(
            ApelSite site,
            ApelFormat format,
            FinishedJobs jobs,
            Map<String, Map<String, String>> earlier,
            @Nullable YearMonth month,
            boolean takesBack) {
        ApelPlan plan = new ApelPlan(site, format, jobs, earlier, takesBack);
        plan.gather();
        return plan.plan(month);
    }

    private void gather() {
        earlier.forEach((id, values) -> {
            ApelShare before = id.startsWith(BLOCK) ? null : ApelShare.of(values);
            if (before != null) {
                boolean isGone = !jobs.accounted().contains(id);
                if (isGone) {
                    vanished.add(id);
                }
                if (!isGone || !takesBack) {
                    shares.put(id, before);
                }
            }
        });
        for (FinishedJob job : jobs.jobs()) {
            shares.put(job.id(), ApelShare.of(job, site));
            present.put(job.id(), job);
        }
    }

    private Plan plan(@Nullable YearMonth month) {
        Map<String, ApelBlock> blocks = ApelBlock.of(shares.values());
        Map<String, Map<String, String>> changed = new TreeMap<>();
        blocks.forEach((id, block) -> {
            Map<String, String> lines = block.lines(format, site.infrastructure());
            if (!lines.equals(earlier.get(id))) {
                changed.put(id, lines);
            }
        });
        addBlocksOfChangedJobs(blocks, changed);
        earlier.forEach((id, lines) -> {
            if (id.startsWith(BLOCK) && !blocks.containsKey(id)) {
                Map<String, String> emptied = ApelBlock.emptied(lines, format, site.infrastructure());
                if (!emptied.equals(lines)) {
                    changed.put(id, emptied);
                }
            }
        });
        Map<YearMonth, List<String>> byMonth = new TreeMap<>();
        changed.keySet()
                .forEach(id -> byMonth.computeIfAbsent(month(id), each -> new ArrayList<>())
                        .add(id));
        List<Message> messages = new ArrayList<>();
        long unmeasured = 0;
        Set<String> remembered = new TreeSet<>();
        for (Map.Entry<YearMonth, List<String>> each : byMonth.entrySet()) {
            if (month == null || month.equals(each.getKey())) {
                Message message = message(each.getKey(), each.getValue(), changed, blocks, remembered);
                messages.add(message);
                unmeasured += message.items().stream()
                        .map(one -> present.get(one.id()))
                        .filter(job -> job != null && job.cpuMicros() == null)
                        .count();
            }
        }
        return new Plan(messages, takesBack ? List.of() : vanished, unmeasured);
    }

    /** Adds blocks even if their rounded numbers are unchanged, because a message stores its jobs. */
    private void addBlocksOfChangedJobs(Map<String, ApelBlock> blocks, Map<String, Map<String, String>> changed) {
        for (String id : present.keySet()) {
            ApelShare share = shares.get(id);
            if (share != null && !share.values().equals(earlier.get(id))) {
                String block = ApelBlock.id(share.key());
                ApelBlock of = blocks.get(block);
                if (of != null) {
                    changed.put(block, of.lines(format, site.infrastructure()));
                }
            }
        }
    }

    private static YearMonth month(String id) {
        return YearMonth.parse(id.substring(BLOCK.length(), BLOCK.length() + "2026-03".length()));
    }

    /** @param remembered ids of jobs in previous messages */
    private Message message(
            YearMonth month,
            List<String> ids,
            Map<String, Map<String, String>> changed,
            Map<String, ApelBlock> blocks,
            Set<String> remembered) {
        List<Map<String, String>> lines = new ArrayList<>();
        List<Item> all = new ArrayList<>();
        Sums sums = Sums.NONE;
        for (String id : ids) {
            Map<String, String> block = changed.getOrDefault(id, Map.of());
            lines.add(block);
            all.add(Item.ofSum(id, block));
            ApelBlock sum = blocks.get(id);
            if (sum != null) {
                sums = sums.plus(sum.sums());
            }
        }
        for (Item job : changedJobs(month)) {
            if (remembered.add(job.id())) {
                all.add(job);
            }
        }
        Map<String, String> named = new TreeMap<>(sums.named());
        named.put("blocks", Integer.toString(ids.size()));
        return new Message("apel-" + month, format.message(lines), all, named);
    }

    /** Returns the changes of jobs that ended in the month, or were sent for it. */
    private List<Item> changedJobs(YearMonth month) {
        List<Item> changed = new ArrayList<>();
        for (FinishedJob job : jobs.jobs()) {
            ApelShare share = shares.get(job.id());
            if (share != null && share.month().equals(month)) {
                Map<String, String> values = share.values();
                if (!values.equals(earlier.get(job.id()))) {
                    changed.add(Item.of(jobs.topic(), job, values));
                }
            }
        }
        if (takesBack) {
            for (String id : vanished) {
                ApelShare before = ApelShare.of(earlier.getOrDefault(id, Map.of()));
                if (before != null && before.month().equals(month)) {
                    changed.add(Item.ofSum(id, Map.of()));
                }
            }
        }
        return changed;
    }
}
