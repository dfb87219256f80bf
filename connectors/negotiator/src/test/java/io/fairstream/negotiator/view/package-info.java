@NullMarked
package io.fairstream.negotiator.view;

import org.jspecify.annotations.NullMarked;
