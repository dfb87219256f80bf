package io.fairstream.streams.state;

import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.ProcessorNode;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;

/**
 * The one place that leans on Kafka Streams' internals, of the version the build pins: Streams calls {@link #flushCache}
 * of a {@link CachedStateStore} before each commit of its task, within the transaction, and lets it forward records.
 * Under exactly-once its public {@link StateStore#commit} is not called at each commit, so it cannot serve.
 */
interface FlushedBeforeCommit extends CachedStateStore<Object, Object> {
    @Override
    default boolean setFlushListener(CacheFlushListener<Object, Object> listener, boolean sendOldValues) {
        return false;
    }

    /** Runs something that forwards records, at a time when Streams is not within any processor. */
    final class Sender {
        private final InternalProcessorContext<?, ?> context;
        private final ProcessorNode<?, ?, ?, ?> node;

        /** To be made while the processor is initialized. */
        Sender(ProcessorContext<?, ?> context) {
            this.context = (InternalProcessorContext<?, ?>) context;
            this.node = this.context.currentNode();
        }

        /** Does nothing before the first record or punctuation: so far there is nothing to send, nor a time to send it at. */
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
