package io.fairstream.publish;

import java.util.List;

/**
 * Plan of everything to send now.
 *
 * @param messages in their order; empty if everything is sent
 * @param vanished ids of sent jobs without an account, which no message retracts
 * @param unmeasured number of jobs without measurements, whose CPU time is sent as 0
 */
public record Plan(List<Message> messages, List<String> vanished, long unmeasured) {
    public Plan {
        messages = List.copyOf(messages);
        vanished = List.copyOf(vanished);
    }
}
