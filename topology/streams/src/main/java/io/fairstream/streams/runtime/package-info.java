/** Framework of all stages: a stage, its tasks and maintenance, its input and output topics, and the checks of inputs. */
@NullMarked
package io.fairstream.streams.runtime;

import org.jspecify.annotations.NullMarked;
