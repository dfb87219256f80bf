package io.fairstream.streams.runtime;

import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.ProcessorNode;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;

/**
 * Only use of Kafka Streams' internals, for the pinned version: Streams calls {@link #flushCache} of a {@link CachedStateStore} before each
 * commit of its task, within the transaction, and lets it forward records. Under exactly-once its public {@link StateStore#commit} is not
 * called at each commit, so it cannot be used.
 */
interface FlushedBeforeCommit extends CachedStateStore<Object, Object> {
    @Override
    default boolean setFlushListener(CacheFlushListener<Object, Object> listener, boolean sendOldValues) {
        return false;
    }

    /** Runner of an action that forwards records, at a time when Streams is not within any processor. */
    final class Sender {
        private final InternalProcessorContext<?, ?> context;
        private final ProcessorNode<?, ?, ?, ?> node;

        /** Creates a sender; must be called during the processor's initialization. */
        Sender(ProcessorContext<?, ?> context) {
            this.context = (InternalProcessorContext<?, ?>) context;
            this.node = this.context.currentNode();
        }

        /** Runs the action. Does nothing before the first record or punctuation: until then there is nothing to send, and no timestamp. */
        void send(Runnable forwards) {
            if (context.recordContext() == null) {
                return;
            }
            ProcessorNode<?, ?, ?, ?> before = context.currentNode();
            context.setCurrentNode(node);
            try {
                forwards.run();
            } finally {
                context.setCurrentNode(before);
            }
        }
    }
}
