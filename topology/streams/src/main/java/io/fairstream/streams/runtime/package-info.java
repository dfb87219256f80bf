/** The framework of all stages: a stage, its tasks and maintenance, the topics it reads and writes, and the checks of inputs. */
@NullMarked
package io.fairstream.streams.runtime;

import org.jspecify.annotations.NullMarked;
