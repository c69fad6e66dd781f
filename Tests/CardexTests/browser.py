"""Drives a headless Chromium: reads lists of steps as JSON, one per line, from standard input, and prints one
line for each: {"results": [...]}, or {"error": "..."} if a step fails. Each list gets a tab of its own.

Each step is an object with one member: `open` (a file, perhaps with a query), `run` (the body of a
function, which calls `done` with its result; `given` is the step's own `given`), `keys` (keys to
press), `touch` (places that a finger goes through: points, or selectors of elements; an empty one
is the place before), `tap` (a selector of an element, by the actions of WebDriver; `by` is `touch` or
`mouse`), `dark` (whether the user prefers that), `paper` (whether the page looks as it is printed),
`size` (width and height), `scripts` (whether they run), `picture` (a file to write), `text` (of the
page as it would be printed, by pdftotext) and `log` (messages of the console so far).
"""

import base64
import json
import os
import subprocess
import sys
import tempfile
import traceback

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys

OPTIONS = ["--headless=new", "--no-sandbox", "--hide-scrollbars", "--disable-dev-shm-usage"]


def driver():
    options = webdriver.ChromeOptions()
    for option in OPTIONS:
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    result = webdriver.Chrome(options=options)
    result.set_script_timeout(1200)
    return result


def centre(browser, selector):
    return browser.execute_script("""
        const { left, top, width, height } = document.querySelector(arguments[0]).getBoundingClientRect();
        return [left + width / 2, top + height / 2];""", selector)


def draw(browser):
    """Waits until what has changed is drawn."""
    browser.execute_async_script(
        "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(arguments[0])));")


def run(browser, step):
    command = browser.execute_cdp_cmd
    if "open" in step:
        browser.get("file://" + step["open"])
    elif "run" in step:
        body = "const [given, done] = arguments; (async () => {" + step["run"] + "})()"
        body += ".catch(error => done(`${error}`))"
        return browser.execute_async_script(body, step.get("given"))
    elif "keys" in step:
        for key in step["keys"]:
            ActionChains(browser).send_keys(getattr(Keys, key, key)).perform()
    elif "touch" in step:
        for number, place in enumerate(step["touch"]):
            if place:
                x, y = centre(browser, place) if isinstance(place, str) else place
            kind = "touchMove" if number else "touchStart"
            command("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
            draw(browser)
        command("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        draw(browser)
    elif "tap" in step:
        x, y = centre(browser, step["tap"])
        actions = ActionBuilder(browser, mouse=PointerInput(step["by"], step["by"]))
        pointer = actions.pointer_action
        pointer.move_to_location(round(x), round(y)).pointer_down().pause(0.1).pointer_up()
        actions.perform()
        draw(browser)
    elif "dark" in step:
        scheme = "dark" if step["dark"] else "light"
        command("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})
    elif "paper" in step:
        command("Emulation.setEmulatedMedia", {"media": "print" if step["paper"] else ""})
    elif "size" in step:
        width, height = step["size"]
        command("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": step.get("scale", 1),
            "mobile": False})
    elif "scripts" in step:
        command("Emulation.setScriptExecutionDisabled", {"value": not step["scripts"]})
    elif "picture" in step:
        browser.save_screenshot(step["picture"])
    elif "text" in step:
        page = command("Page.printToPDF", {"printBackground": True})
        text = subprocess.run(
            ["pdftotext", "-", "-"], input=base64.b64decode(page["data"]), capture_output=True,
            check=True)
        return text.stdout.decode()
    elif "log" in step:
        return [entry["message"] for entry in browser.get_log("browser")]
    return None


def run_all(browser, steps):
    """Runs steps in a new tab, in which nothing is left of those before: no page, size or message."""
    former = browser.current_window_handle
    browser.switch_to.new_window("tab")
    tab = browser.current_window_handle
    browser.switch_to.window(former)
    browser.close()
    browser.switch_to.window(tab)
    browser.get_log("browser")
    return [run(browser, step) for step in steps]


def main():
    # A browser keeps files at home.
    with tempfile.TemporaryDirectory() as home:
        os.environ["HOME"] = home
        browser = driver()
        try:
            for line in sys.stdin:
                try:
                    answer = {"results": run_all(browser, json.loads(line))}
                except Exception:
                    answer = {"error": traceback.format_exc()}
                print(json.dumps(answer), flush=True)
        finally:
            browser.quit()


if __name__ == "__main__":
    main()
