"""A bot with nonebot-adapter-afdian: makes every call of the adapter, then receives webhooks.

Prints one line of JSON for the calls (or the error that ended them), and one for each order that it is notified of.
"""

import json
import os

import nonebot
from nonebot.adapters.afdian import Adapter, OrderNotifyEvent, TokenBot

CREATOR = os.environ["CREATOR"]
PER_PAGE = 100

nonebot.init(
    driver="~fastapi+~httpx",
    host="127.0.0.1",
    port=int(os.environ["PORT"]),
    log_level="WARNING",
    afdian_bots=[{"user_id": CREATOR, "token": os.environ["TOKEN"]}],
    afdian_api_base=os.environ["ORIGIN"],
)
driver = nonebot.get_driver()
driver.register_adapter(Adapter)
notice = nonebot.on_notice()


def tell(kind, value):
    print(json.dumps({"kind": kind, "value": value}), flush=True)


async def pages(query):
    answers = [await query(1)]
    for page in range(2, answers[0].data.total_page + 1):
        answers.append(await query(page))
    return answers


async def calls(bot):
    named = json.loads(os.environ["NAMED"])
    number, sku_id = named["out_trade_no"], named["sku_id"]
    answers = {
        "ping": await bot.send_ping(),
        "orders": await pages(bot.query_order_by_page),
        "order": await bot.query_order_by_out_trade_no(number),
        "two_orders": await bot.query_order_by_order_list([number, named["other"]]),
        "sponsors": await pages(lambda page: bot.query_sponsor(page, PER_PAGE)),
        "plan": await bot.query_plan(named["plan_id"]),
        "reply": await bot.query_random_reply(number),
        "update": await bot.update_plan_reply(
            sku_id=sku_id,
            auto_reply="Thanks",
            auto_random_reply="code-3\ncode-4",
            update_random_reply_type="append",
        ),
        "changed_plan": await bot.query_plan(named["plan_id"]),
        "message": await bot.send_msg(named["fan"], "Hello"),
        "by_name": await bot.call_api("/api/open/query-plan", plan_id=named["plan_id"]),
    }
    dump = lambda one: [dump(page) for page in one] if isinstance(one, list) else one.model_dump(mode="json")
    return {name: dump(answer) for name, answer in answers.items()}


@driver.on_bot_connect
async def connected(bot: TokenBot):
    try:
        tell("calls", await calls(bot))
    except Exception as error:
        tell("error", repr(error))


@notice.handle()
async def ordered(event: OrderNotifyEvent):
    tell("order", event.get_order().model_dump(mode="json"))


nonebot.run()
