package io.fairstream.reports.publish;

import java.util.List;

/**
 * Plan of everything to send now.
 *
 * @param messages in their order; empty when all is sent
 * @param vanished ids of jobs that were sent and of which there is no account any more, which no message takes back
 * @param unmeasured how many of the jobs in the messages nobody measured, whose CPU time is sent as 0
 */
public record Plan(List<Message> messages, List<String> vanished, long unmeasured) {
    public Plan {
        messages = List.copyOf(messages);
        vanished = List.copyOf(vanished);
    }
}
